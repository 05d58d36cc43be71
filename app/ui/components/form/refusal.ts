import type { SubmissionResult } from "@conform-to/react";

/**
 * The refusal among what an action may answer: other answers, and a redirect, leave none.
 * @param intents of the form that asks, where a page has several; without any, whichever form was sent
 */
export function refusalOf(answer: unknown, ...intents: string[]): SubmissionResult | undefined {
  if (!isSubmission(answer)) return undefined;
  const sent = answer.initialValue?.["intent"];
  return intents.length === 0 || intents.some((intent) => intent === sent) ? answer : undefined;
}

/** What a field of the refused form held, such as the id of the row it is about. */
export function sentValue(answer: unknown, field: string): unknown {
  return isSubmission(answer) ? answer.initialValue?.[field] : undefined;
}

const isSubmission = (value: unknown): value is SubmissionResult =>
  typeof value === "object" && value !== null && "initialValue" in value;
