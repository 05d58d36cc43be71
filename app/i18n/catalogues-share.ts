import { addTexts } from "./add-texts.ts";
import enShare from "./en/share.json" with { type: "json" };

/** Texts of the dialog that makes links and of their list: they bring them along. */
export const EN_SHARE = { share: enShare };

addTexts(EN_SHARE);
