import type { SubmissionResult } from "@conform-to/react";

/** The refusal of one of several forms of a page: the one that was sent says its intent. */
export function resultFor(answer: unknown, intent: string): SubmissionResult | undefined {
  return isSubmission(answer) && answer.initialValue?.["intent"] === intent ? answer : undefined;
}

/** What a field of the refused form held, such as the id of the row it is about. */
export function sentValue(answer: unknown, field: string): unknown {
  return isSubmission(answer) ? answer.initialValue?.[field] : undefined;
}

const isSubmission = (value: unknown): value is SubmissionResult =>
  typeof value === "object" && value !== null && "initialValue" in value;
