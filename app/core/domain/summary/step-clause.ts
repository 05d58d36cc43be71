/** will: a commitment · offer: "I can …", "let me …" · we: both · ask: the other side is asked. */
export type StepRule = "will" | "offer" | "we" | "ask";
/** A clause over words [from, to) of its sentence. */
export type StepClause = { rule: StepRule; from: number; to: number; isCommitment: boolean };
