import { addTexts } from "./add-texts.ts";
import enLive from "./en/live.json" with { type: "json" };

/** Texts of the console and of a running call, which bring them along. */
export const EN_LIVE = { live: enLive };

addTexts(EN_LIVE);
