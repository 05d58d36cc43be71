import type { TFunction } from "i18next";
import en from "./generated/en/forms.json" with { type: "json" };

type FormCode = WithoutPlural<keyof typeof en.code>;
type WithoutPlural<K extends string> = K extends `${infer Stem}_one` | `${infer Stem}_other`
  ? Stem
  : K;
type Facts = Record<string, string>;
/** The field a code is about: its name in the form, such as `files[0].speaker`, and its label. */
export type NamedField = { name: string; label?: string | undefined };

/**
 * The sentence for a form code (product §7.2) such as `required` or `too_short?n=12`. Facts after
 * the question mark fill the sentence. What is missing is asked for in the field's own words
 * ("Enter your e-mail address."), where it has some. A code nobody wrote a sentence for reads
 * "Check “{label}”.", never the code itself.
 */
export function formText(t: TFunction<"forms">, code: string, field?: NamedField): string {
  const [name, query] = splitOnce(code);
  const known = isFormCode(name) ? name : "invalid";
  const own = lastName(field?.name ?? "");
  if (known === "required" && isEntry(own)) return t(`enter.${own}`);
  const facts: Facts = {
    ...(field?.label !== undefined && { field: field.label }),
    ...Object.fromEntries(new URLSearchParams(query)),
  };
  const isWhole = needsOf(known).every((fact) => fact in facts);
  return isWhole ? fullText(t, known, facts) : bareText(t, known, facts);
}

/** The facts a sentence is made of; without one of them the sentence of `bare` is said instead. */
function needsOf(code: FormCode): string[] {
  const texts: Record<string, string> = en.code;
  const text = texts[code] ?? texts[`${code}_other`] ?? "";
  return [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name = ""]) =>
    name === "count" ? "n" : name,
  );
}

function fullText(t: TFunction<"forms">, code: FormCode, facts: Facts): string {
  const n = Number(facts["n"]);
  return t(`code.${code}`, { ...facts, ...(Number.isFinite(n) ? { count: n } : {}) });
}

function bareText(t: TFunction<"forms">, code: FormCode, facts: Facts): string {
  if (code in en.bare) return t(`bare.${bareCode(code)}`);
  return "field" in facts ? fullText(t, "invalid", facts) : t("bare.invalid");
}

function bareCode(code: FormCode): keyof typeof en.bare {
  // `code in en.bare` was asked just before; `in` does not narrow a union of literals.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return code as keyof typeof en.bare;
}

function isFormCode(name: string): name is FormCode {
  return Object.hasOwn(en.code, name) || Object.hasOwn(en.code, `${name}_other`);
}

/** `files[0].speaker` → `speaker` */
const lastName = (name: string): string => /([^.[\]]*)(?:\[\d+\])*$/.exec(name)?.[1] ?? "";

function isEntry(name: string): name is keyof typeof en.enter {
  return Object.hasOwn(en.enter, name);
}

function splitOnce(code: string): [string, string] {
  const at = code.indexOf("?");
  return at < 0 ? [code, ""] : [code.slice(0, at), code.slice(at + 1)];
}
