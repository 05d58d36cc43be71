import { addTexts } from "./add-texts.ts";
import enEngine from "./en/engine.json" with { type: "json" };

/** Texts of the model that writes summaries: the tab of the engines brings them along. */
export const EN_ENGINE = { engine: enEngine };

addTexts(EN_ENGINE);
