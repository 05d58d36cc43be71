import { addTexts } from "./add-texts.ts";
import enRecorder from "./en/recorder.json" with { type: "json" };

/** Texts of the browser's recorder: its page brings them along. */
export const EN_RECORDER = { recorder: enRecorder };

addTexts(EN_RECORDER);
