/** will: a commitment · offer: "I can …", "let me …" · we: both · ask: the other side is asked. */
export type StepRule = "will" | "offer" | "we" | "ask";
/** A clause over words [from, to) of its sentence; `act` is the word that says what is to be done. */
export type StepClause = {
  rule: StepRule;
  from: number;
  to: number;
  act: number;
  isCommitment: boolean;
};
