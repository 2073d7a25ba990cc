"""SET, the card game with 81 cards, which one of the sources mixes into Contract Rummy.

It has its own package, named for what it looks for: in the rest of this house a set is a meld. Pure: nothing but the
standard library. ``cards`` has the deck and reads what is typed, ``judging`` says what three cards are, ``facts``
has twenty without one.
"""
