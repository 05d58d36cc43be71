import { addTexts } from "./add-texts.ts";
import enCare from "./en/care.json" with { type: "json" };

/** Texts of team care. */
export const EN_CARE = { care: enCare };

addTexts(EN_CARE);
