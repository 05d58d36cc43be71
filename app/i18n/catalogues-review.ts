import { addTexts } from "./add-texts.ts";
import enReview from "./en/review.json" with { type: "json" };

/** Who is to listen to a call: comes with that dialog, when it is opened. */
export const EN_REVIEW = { review: enReview };

addTexts(EN_REVIEW);
