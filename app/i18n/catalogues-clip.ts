import { addTexts } from "./add-texts.ts";
import enClip from "./en/clip.json" with { type: "json" };

/** Texts of clips: of their pages, and of what makes them on a call's. */
export const EN_CLIP = { clip: enClip };

addTexts(EN_CLIP);
