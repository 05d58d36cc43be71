import { addTexts } from "./add-texts.ts";
import enShared from "./en/shared.json" with { type: "json" };

/** Texts of the page that somebody outside sees behind a link. */
export const EN_SHARED = { shared: enShared };

addTexts(EN_SHARED);
