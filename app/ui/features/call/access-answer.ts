import type { GrantLevel } from "#app/core/domain/call/access-views.ts";

/** What a form of the list of access was answered; `error` by field. */
export type AccessAnswer = {
  ok?: boolean;
  grantId?: string;
  error?: Record<string, string[] | null> | null;
};

/** What was done last, and the form that undoes it. */
export type AccessDone = {
  text: string;
  undo:
    | { intent: "give_access"; memberId: string; level: GrantLevel }
    | { intent: "take_back_access"; grantId: string };
};
/** Is told what was done. */
export type OnAccessDone = (done: AccessDone) => void;

/** Form codes of an answer, of whatever field. */
export const codesOf = (answer: AccessAnswer | undefined): string[] =>
  Object.values(answer?.error ?? {}).flatMap((codes) => codes ?? []);
