/** What was done about a row, and the fields of the form that undoes it; null: it cannot be undone. */
export type Finished = { text: string; undo: Record<string, string> | null };
/** Is told what was done. */
export type OnFinished = (finished: Finished) => void;
