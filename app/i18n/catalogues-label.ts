import { addTexts } from "./add-texts.ts";
import enLabel from "./en/label.json" with { type: "json" };

/** Texts of labels: their settings bring them along, and the picker when it is opened. */
export const EN_LABEL = { label: enLabel };

addTexts(EN_LABEL);
