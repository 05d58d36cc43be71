import { addTexts } from "./add-texts.ts";
import enCrm from "./en/crm.json" with { type: "json" };

/** Texts of what calls propose to CRMs: the parts that show it bring them along. */
export const EN_CRM = { crm: enCrm };

addTexts(EN_CRM);
