/** Form codes by field, as the upload's doors refuse. */
export type UploadErrors = Record<string, string[]>;

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const isCodes = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((code) => typeof code === "string");

/** What an answer of the doors says is wrong; nothing for any other answer. Read by hand: zod is a tenth of a page's script. */
export function uploadErrors(answer: unknown): UploadErrors {
  if (!isObject(answer) || !("fields" in answer) || !isObject(answer.fields)) return {};
  const fields = Object.entries(answer.fields);
  return fields.every((field): field is [string, string[]] => isCodes(field[1]))
    ? Object.fromEntries(fields)
    : {};
}
