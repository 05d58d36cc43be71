import { addTexts } from "./add-texts.ts";
import enRecordings from "./en/recordings.json" with { type: "json" };

/** What is said of a call in a row, a card or its facts: whatever shows one brings them along. */
export const EN_RECORDINGS = { recordings: enRecordings };

addTexts(EN_RECORDINGS);
