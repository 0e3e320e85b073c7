"""The payments of a finished hand, one kind a file: the win, kongs, 铲, false 和, the drawn hand, daihun's own.

``settle`` gathers them; each looks at the end of the hand alone and knows nothing of the others.
"""
