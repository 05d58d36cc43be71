import { addTexts } from "./add-texts.ts";
import enPalette from "./en/palette.json" with { type: "json" };

/** Texts of the palette, which brings them when it is opened. */
export const EN_PALETTE = { palette: enPalette };

addTexts(EN_PALETTE);
