"""The neighbouring game of text 004, 带混 (part E): its winning shapes, its added points, its melds.

Pure. Payments are the settlement's affair.
"""
