import { addTexts } from "./add-texts.ts";
import enSignin from "./en/signin.json" with { type: "json" };

/** Texts of the ways in and out: their pages bring them along. */
export const EN_SIGNIN = { signin: enSignin };

addTexts(EN_SIGNIN);
