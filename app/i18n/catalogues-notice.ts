import { addTexts } from "./add-texts.ts";
import enNotice from "./en/notice.json" with { type: "json" };

/** Texts of notices: their page brings them along, and the bell when it is opened. */
export const EN_NOTICE = { notice: enNotice };

addTexts(EN_NOTICE);
