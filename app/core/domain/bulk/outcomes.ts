import type { DomainError } from "../errors.ts";

/** What may come of a call, as screens say it; a code that is none of these is a fault on our side. */
export const OUTCOMES = [
  "done",
  "unchanged",
  "forbidden",
  "not_found",
  "legal_hold",
  "invalid_state",
  "conflict",
  "limit_reached",
  "label_unfit",
  "library_gone",
  "owns_call",
  "cannot_open",
  "gives_access",
  "person_left",
  "person_not_joined",
  "due_past",
  "member_left",
  "internal",
] as const;
export type OutcomeKey = (typeof OUTCOMES)[number] | "not_tried";

/** What a refusal is noted as: what its form would say, which says more, else its code. */
export const outcomeOf = ({ code, fields }: DomainError): string => {
  const [said] = code === "validation_failed" ? Object.values(fields).flat() : [];
  return said?.split("?")[0] ?? code;
};

/** The key of an outcome's sentence. @param outcome null: the call's turn never came */
export const outcomeKey = (outcome: string | null): OutcomeKey =>
  outcome === null ? "not_tried" : (OUTCOMES.find((known) => known === outcome) ?? "internal");
