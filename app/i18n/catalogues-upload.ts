import { addTexts } from "./add-texts.ts";
import enUpload from "./en/upload.json" with { type: "json" };

/** Texts of sending files: the pages on which one can bring them along. */
export const EN_UPLOAD = { upload: enUpload };

addTexts(EN_UPLOAD);
