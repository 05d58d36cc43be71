import { addTexts } from "./add-texts.ts";
import enTalk from "./en/talk.json" with { type: "json" };

/** Texts of the statistics of talk. */
export const EN_TALK = { talk: enTalk };

addTexts(EN_TALK);
