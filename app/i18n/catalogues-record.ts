import { addTexts } from "./add-texts.ts";
import enRecord from "./en/record.json" with { type: "json" };

/** Texts of the page of a recording, which brings them along. */
export const EN_RECORD = { record: enRecord };

addTexts(EN_RECORD);
