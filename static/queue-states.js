/* What may happen to an entry of the queue (queue.js says what its states mean), and which state follows. The table is
   data, JSON as it stands: the simulator of the tests reads it too, so that its phones can do nothing else.

     tapped   once more: it counts once
     behind   others wait: it goes out after them
     sent     a request takes it along
     written, shown, refused, asked   the answer of the book. Two requests may carry the same entry, so the second answer
              may find it in any state. shown: not accepted, and the page shows it
     lost     no answer of the book
     replaced by other content of the same form */
export const TRANSITIONS = {
  "new": { "tapped": "taken" },
  "taken": {
    "tapped": "taken", "behind": "waits", "sent": "out",
    "written": "gone", "shown": "gone", "refused": "refused", "asked": "asked", "lost": "waits", "replaced": "gone"
  },
  "out": {
    "tapped": "out",
    "written": "gone", "shown": "gone", "refused": "refused", "asked": "asked", "lost": "waits", "replaced": "gone"
  },
  "waits": {
    "tapped": "taken", "behind": "waits", "sent": "out", "dropped": "gone",
    "written": "gone", "shown": "gone", "refused": "refused", "asked": "asked", "lost": "waits", "replaced": "gone"
  },
  "refused": {
    "looked": "looked", "dropped": "gone",
    "written": "gone", "shown": "gone", "refused": "refused", "asked": "asked", "lost": "refused", "replaced": "gone"
  },
  "looked": {
    "looked": "looked",
    "written": "gone", "shown": "gone", "refused": "refused", "asked": "asked", "lost": "refused", "replaced": "gone"
  },
  "asked": {
    "left": "refused",
    "written": "gone", "shown": "gone", "refused": "refused", "asked": "asked", "lost": "asked", "replaced": "gone"
  },
  "gone": { "written": "gone", "shown": "gone", "refused": "gone", "asked": "gone", "lost": "gone" }
};
