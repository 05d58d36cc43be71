import { addTexts } from "./add-texts.ts";
import enClips from "./en/clips.json" with { type: "json" };

/** Texts of the list of clips, which the page of one has no use for. */
export const EN_CLIPS = { clips: enClips };

addTexts(EN_CLIPS);
