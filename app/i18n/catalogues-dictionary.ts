import { addTexts } from "./add-texts.ts";
import enDictionary from "./en/dictionary.json" with { type: "json" };

/** Texts of trackers and terms: their settings bring them along. */
export const EN_DICTIONARY = { dictionary: enDictionary };

addTexts(EN_DICTIONARY);
