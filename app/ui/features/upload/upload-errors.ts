import { signedOut } from "#app/ui/browser/signed-out.ts";

/** Form codes by field, as the upload's doors refuse. */
export type UploadErrors = Record<string, string[]>;

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const isCodes = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((code) => typeof code === "string");

/** Why an upload was not begun. Whose session is over keeps the form, and signs in beside it. */
export async function refusalOf(answer: Response): Promise<UploadErrors> {
  signedOut.learn(answer.status);
  if (answer.status === 401) return { "": ["signed_out"] };
  const fields = uploadErrors(await answer.json().catch(() => null));
  return Object.keys(fields).length > 0 ? fields : { "": ["failed"] };
}

/** What an answer of the doors says is wrong; nothing for any other answer. Read by hand: zod is a tenth of a page's script. */
export function uploadErrors(answer: unknown): UploadErrors {
  if (!isObject(answer) || !("fields" in answer) || !isObject(answer.fields)) return {};
  const fields = Object.entries(answer.fields);
  return fields.every((field): field is [string, string[]] => isCodes(field[1]))
    ? Object.fromEntries(fields)
    : {};
}
