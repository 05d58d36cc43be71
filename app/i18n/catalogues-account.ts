import { addTexts } from "./add-texts.ts";
import enAccount from "./en/account.json" with { type: "json" };
import enSignin from "./en/signin.json" with { type: "json" };

/** Texts of the ways in, and of one's own account among the settings: their pages bring them along. */
export const EN_ACCOUNT = { account: enAccount, signin: enSignin };

addTexts(EN_ACCOUNT);
