import { addTexts } from "./add-texts.ts";
import enSearch from "./en/search.json" with { type: "json" };

/** Texts of searching and filtering the calls: their list brings them along. */
export const EN_SEARCH = { search: enSearch };

addTexts(EN_SEARCH);
