import { addTexts } from "./add-texts.ts";
import enGeneral from "./en/general.json" with { type: "json" };

/** Texts of the tabs of one's own account and of the workspace's rules, which no other page of the settings shows. */
export const EN_GENERAL = { general: enGeneral };

addTexts(EN_GENERAL);
