import { addTexts } from "./add-texts.ts";
import enAccess from "./en/access.json" with { type: "json" };

/** Who sees a call: comes with that dialog, when it is opened. */
export const EN_ACCESS = { access: enAccess };

addTexts(EN_ACCESS);
