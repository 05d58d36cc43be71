import type { WordLists } from "./word-lists.ts";

/** Defaults of data §8. A star marks an entry that is often an ordinary word: its hits are unsure. */
export const JA: WordLists = {
  backchannels:
    "はい, ええ, うん, そう, そうですね, そうですか, なるほど, へえ, ほう, ふうん, ですね, ですよね, 確かに, もちろん, いいですね",
  fillers:
    "えー, えーと, えっと, ええと, うーん, んー, まあ, なんか, あの*, その*, こう*, ちょっと*",
};
