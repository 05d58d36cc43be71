import { addTexts } from "./add-texts.ts";
import enContact from "./en/contact.json" with { type: "json" };

/** Who somebody on a call is: comes with that dialog, when it is opened. */
export const EN_CONTACT = { contact: enContact };

addTexts(EN_CONTACT);
