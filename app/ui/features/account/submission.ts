import type { SubmissionResult } from "@conform-to/react";

/** The action answers a Conform submission on refusal; a redirect leaves nothing. */
export const submissionOf = (answer: unknown): SubmissionResult | undefined =>
  isSubmission(answer) ? answer : undefined;

const isSubmission = (value: unknown): value is SubmissionResult =>
  typeof value === "object" && value !== null && "initialValue" in value;
