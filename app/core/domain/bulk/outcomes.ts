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
  "heir_left",
  "heir_busy",
  "words_corrected",
  "words_imported",
  "no_sound",
  "no_engine",
  "in_work",
  "no_words",
  "template_gone",
  "tracker_gone",
  "folder_gone",
  "asked",
  "busy",
  "member_left",
  "internal",
] as const;
export type OutcomeKey = (typeof OUTCOMES)[number] | "not_tried" | "waiting";

/** What a refusal is noted as: what its form would say where that is known here, which says more, else its code. */
export const outcomeOf = ({ code, fields }: DomainError): string => {
  if (fields["folderId"] !== undefined) return "folder_gone";
  const [said] = Object.values(fields).flat();
  const known = OUTCOMES.find((outcome) => outcome === said?.split("?")[0]);
  return known ?? code;
};

/** The key of an outcome's sentence. @param outcome null: the call's turn has not come, or never came @param isOpen the run goes on */
export const outcomeKey = (outcome: string | null, isOpen = false): OutcomeKey =>
  outcome === null
    ? isOpen
      ? "waiting"
      : "not_tried"
    : (OUTCOMES.find((known) => known === outcome) ?? "internal");
