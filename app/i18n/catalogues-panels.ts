import { addTexts } from "./add-texts.ts";
import enPanels from "./en/panels.json" with { type: "json" };

/** What stands beside the transcript of a call: comes with the panels, after the page. */
export const EN_PANELS = { panels: enPanels };

addTexts(EN_PANELS);
