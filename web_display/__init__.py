"""Pages and streams built from views, and intents from people. Knows no hardware, store or fusion."""
