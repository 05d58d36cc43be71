import { addTexts } from "./add-texts.ts";
import enBench from "./en/bench.json" with { type: "json" };

/** The test bench of templates. */
export const EN_BENCH = { bench: enBench };

addTexts(EN_BENCH);
