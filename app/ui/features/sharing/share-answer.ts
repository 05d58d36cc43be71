/** What a command about links was answered; `error` by field. */
export type ShareAnswer = {
  ok?: boolean;
  intent?: string;
  linkId?: string;
  urlPath?: string;
  error?: Record<string, string[] | null> | null;
};

/** Whether a name of a form is that of a field, or of one of its entries: `addresses`, `addresses[3]`. */
const isOf = (name: string, field: string): boolean =>
  name === field || (field !== "" && name.startsWith(`${field}[`));

/** Form codes of a field and its entries, or of the form as a whole (""). */
export const codesAt = (answer: ShareAnswer | undefined, field: string): string[] =>
  Object.entries(answer?.error ?? {}).flatMap(([name, codes]) =>
    isOf(name, field) ? (codes ?? []) : [],
  );

/** Those of every field. */
export const codesIn = (answer: ShareAnswer | undefined): string[] =>
  Object.values(answer?.error ?? {}).flatMap((codes) => codes ?? []);

/** Those of the form as a whole, and of fields that the form does not show. */
export const codesBeside = (answer: ShareAnswer | undefined, fields: readonly string[]): string[] =>
  Object.entries(answer?.error ?? {}).flatMap(([name, codes]) =>
    fields.some((field) => isOf(name, field)) ? [] : (codes ?? []),
  );
