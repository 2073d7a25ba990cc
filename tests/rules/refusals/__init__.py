"""Every question that can be refused, refused at random: what is said of each refusal holds.

The named fault is there; each hint, followed, makes it legal, with cards that the pack has; none is given where nothing
helps; a list of cards is whole.

    python -m tests.rules.refusals 10000          # so many refusals of each question
    python -m tests.rules.refusals 10000 discard  # of one question
"""
