import { expect, test } from "vitest";
import * as z from "zod";
import forms from "#app/i18n/generated/en/forms.json" with { type: "json" };
import { signInForm } from "./account/sign-in.schema.ts";
import { callForm, personForm } from "./call/call-edit.schema.ts";
import { transcriptEditSchema } from "./transcript/transcript.schema.ts";
import { formCode } from "./form-code.ts";
import { beginUploadForm, importForm } from "./recording/upload.schema.ts";

const codesOf = (schema: z.ZodType, value: unknown): string[] => {
  const parsed = schema.safeParse(value, { error: formCode });
  return parsed.success ? [] : parsed.error.issues.map(({ message }) => message);
};

test.each<[z.ZodType, unknown, string]>([
  [z.string().min(1), "", "required"],
  [z.string().min(1), undefined, "required"],
  [z.string().min(1), null, "required"],
  [z.string().min(12), "short", "too_short?n=12"],
  [z.string().max(3), "longer", "too_long?n=3"],
  [z.coerce.number(), undefined, "invalid_number"],
  [z.coerce.number(), "many", "invalid_number"],
  [z.array(z.string()).max(2), ["a", "b", "c"], "too_big?n=2"],
  [z.number().min(5), 3, "too_small?n=5"],
  [z.email(), "nobody", "invalid_email"],
  [z.url(), "nowhere", "invalid_url"],
  [z.uuid(), "7", "invalid"],
  [z.iso.date(), "yesterday", "invalid"],
  [z.string(), 7, "invalid"],
  [z.string(), { not: "x" }, "invalid"],
  [z.enum(["a"]), "b", "invalid"],
  [z.string().min(1, "file_empty"), "", "file_empty"],
])("%# answers a code with its value", (schema, value, code) => {
  expect(codesOf(schema, value)).toEqual([code]);
});

const SCHEMAS = {
  signInForm,
  callForm,
  personForm,
  transcriptEditSchema,
  beginUploadForm,
  importForm,
};
const HOSTILE: unknown[] = [
  undefined,
  null,
  "",
  "x",
  7,
  -1,
  1e400,
  true,
  [],
  {},
  { not: "x" },
  { contains: "" },
  [{}],
  ["a"],
  { length: 9 },
  "x".repeat(100_000),
  "\u0000",
  "\ud800",
  "__proto__",
  { __proto__: { a: 1 } },
  new Date(0),
  () => 1,
];

/** Fields of an object schema, whatever wraps it. */
const fieldsOf = (schema: z.ZodType): string[] =>
  schema instanceof z.ZodObject
    ? Object.keys(schema.shape)
    : schema instanceof z.ZodDiscriminatedUnion
      ? schema.options.flatMap((option) =>
          option instanceof z.ZodObject ? Object.keys(option.shape) : [],
        )
      : [];

test.each(Object.entries(SCHEMAS))(
  "%s answers anything with codes of the catalogue, and never throws",
  (_name, schema) => {
    const fields = fieldsOf(schema);
    expect(fields.length).toBeGreaterThan(1);
    const known = Object.keys(forms.code).map((key) => key.replace(/_(?:one|other)$/, ""));
    for (const value of HOSTILE)
      for (const field of fields)
        for (const code of [...codesOf(schema, value), ...codesOf(schema, { [field]: value })])
          expect(known, code).toContain(code.split("?")[0]);
  },
);

test("objects and lists where a word belongs are refused, and unknown fields are left behind", () => {
  const call = { version: "1", title: "A", role: "admin", workspaceId: "other", ownerId: "me" };
  expect(callForm.parse(call)).toEqual({ version: 1, title: "A" });
  for (const bad of [{ not: "x" }, ["x"], { set: "x" }])
    expect(codesOf(callForm, { ...call, title: bad })).toEqual(["invalid"]);
});
