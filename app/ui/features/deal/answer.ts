/** What a form about a call's deal was answered; `error` by field. */
export type DealAnswer = { ok?: boolean; error?: Record<string, string[] | null> | null };
export type Wrong = { field: string; code: string };

export const wrongOf = (answer: DealAnswer | undefined): Wrong[] =>
  Object.entries<string[] | null>(answer?.error ?? {}).flatMap(([field, codes]) =>
    (codes ?? []).map((code) => ({ field, code })),
  );
