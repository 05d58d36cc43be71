import { addTexts } from "./add-texts.ts";
import enComment from "./en/comment.json" with { type: "json" };

/** Comments on a call: come with the panels, after the page. */
export const EN_COMMENT = { comment: enComment };

addTexts(EN_COMMENT);
