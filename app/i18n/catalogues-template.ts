import { addTexts } from "./add-texts.ts";
import enTemplate from "./en/template.json" with { type: "json" };

/** Texts of summary templates: their settings bring them along. */
export const EN_TEMPLATE = { template: enTemplate };

addTexts(EN_TEMPLATE);
