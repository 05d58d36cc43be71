import { addTexts } from "./add-texts.ts";
import enLibrary from "./en/library.json" with { type: "json" };

/** Texts of libraries, for their pages. */
export const EN_LIBRARY = { library: enLibrary };

addTexts(EN_LIBRARY);
