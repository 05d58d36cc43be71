import { addTexts } from "./add-texts.ts";
import enMapping from "./en/mapping.json" with { type: "json" };

/** Texts of the mapping to a CRM: its page brings them along. */
export const EN_MAPPING = { mapping: enMapping };

addTexts(EN_MAPPING);
