import { addTexts } from "./add-texts.ts";
import enSorting from "./en/sorting.json" with { type: "json" };

/** What is said of a list whose rows are dragged: it comes with the code that drags them. */
export const EN_SORTING = { sorting: enSorting };

addTexts(EN_SORTING);
