import type { WordLists } from "./word-lists.ts";

/** Defaults of data §8. A star marks an entry that is often an ordinary word: its hits are unsure. */
export const EN: WordLists = {
  backchannels:
    "yeah, yes, yep, yup, right, okay, ok, alright, sure, mm, mhm, mm-hmm, uh-huh, hmm, ah, oh, wow, really, exactly, true, great, good, nice, perfect, i see, got it, of course, makes sense, fair enough",
  fillers: "um, uh, er, erm, hmm, you know, i mean, sort of, kind of, basically, like*, so*",
};
