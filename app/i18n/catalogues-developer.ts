import { addTexts } from "./add-texts.ts";
import enDeveloper from "./en/developer.json" with { type: "json" };

/** Texts of the page for those who put the player into pages of other sites: its panels bring them along. */
export const EN_DEVELOPER = { developer: enDeveloper };

addTexts(EN_DEVELOPER);
