import { addTexts } from "./add-texts.ts";
import enLog from "./en/log.json" with { type: "json" };

/** Texts of both logs, which their two pages bring along. */
export const EN_LOG = { log: enLog };

addTexts(EN_LOG);
