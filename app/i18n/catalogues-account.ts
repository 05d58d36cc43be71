import { addTexts } from "./add-texts.ts";
import enAccount from "./en/account.json" with { type: "json" };

/** Texts of accounts, before one has one and among the settings: their pages bring them along. */
export const EN_ACCOUNT = { account: enAccount };

addTexts(EN_ACCOUNT);
