import { addTexts } from "./add-texts.ts";
import enQuestion from "./en/question.json" with { type: "json" };

/** Texts of what is asked before something is done with many calls: the bar below the list brings them along. */
export const EN_QUESTION = { question: enQuestion };

addTexts(EN_QUESTION);
