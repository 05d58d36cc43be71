import { addTexts } from "./add-texts.ts";
import enMetrics from "./en/metrics.json" with { type: "json" };

/** Names and formulas of what is measured: the pages that show a call's numbers bring them along. */
export const EN_METRICS = { metrics: enMetrics };

addTexts(EN_METRICS);
