import { addTexts } from "./add-texts.ts";
import enBulk from "./en/bulk.json" with { type: "json" };

/** Texts of selecting calls and of what is done with many: the list of recordings brings them along. */
export const EN_BULK = { bulk: enBulk };

addTexts(EN_BULK);
