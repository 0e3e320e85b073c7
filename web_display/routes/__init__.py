"""The public addresses, a router a concern. Routers are made by functions, from the ports they need."""
