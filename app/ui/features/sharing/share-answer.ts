/** What a command about links was answered; `error` by field. */
export type ShareAnswer = {
  ok?: boolean;
  intent?: string;
  linkId?: string;
  urlPath?: string;
  error?: Record<string, string[] | null> | null;
};

/** Form codes of a field, or of the form as a whole (""). */
export const codesAt = (answer: ShareAnswer | undefined, field: string): string[] =>
  answer?.error?.[field] ?? [];

/** Those of every field. */
export const codesIn = (answer: ShareAnswer | undefined): string[] =>
  Object.values(answer?.error ?? {}).flatMap((codes) => codes ?? []);
