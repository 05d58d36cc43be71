import { addTexts } from "./add-texts.ts";
import enRuns from "./en/runs.json" with { type: "json" };

/** What changes a summary: comes with the first press. */
export const EN_RUNS = { runs: enRuns };

addTexts(EN_RUNS);
