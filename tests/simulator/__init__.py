"""The whole write path under one seed: the app itself, phones, the network between, the clock, the disk.

``python -m tests.simulator`` runs worlds one after the other, each of some hundred steps and decided by its seed alone.
``world`` says what happens in one, ``power`` and ``returns``, ``agreements`` and ``strangers``, ``clocks``, ``deaths``,
``standby`` and ``invitations`` what does in the kinds that came later, ``playing`` plays them; ``house`` is the server
with its disk, ``phone`` a phone with its queue, ``people`` who has which phones and what they know, ``linear`` what
must hold of everything that was sent and shown, ``controls`` the faults that must be found when they are put in.
"""
