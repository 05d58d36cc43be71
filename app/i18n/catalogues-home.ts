import { addTexts } from "./add-texts.ts";
import enHome from "./en/home.json" with { type: "json" };

/** Texts of the first page, which brings them along. */
export const EN_HOME = { home: enHome };

addTexts(EN_HOME);
