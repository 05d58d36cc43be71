import { addTexts } from "./add-texts.ts";
import enAnalytics from "./en/analytics.json" with { type: "json" };

/** Texts of the pages of figures. */
export const EN_ANALYTICS = { analytics: enAnalytics };

addTexts(EN_ANALYTICS);
