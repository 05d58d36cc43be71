import { addTexts } from "./add-texts.ts";
import enView from "./en/view.json" with { type: "json" };

/** Texts of saved views. */
export const EN_VIEW = { view: enView };

addTexts(EN_VIEW);
