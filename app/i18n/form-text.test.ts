import { expect, test } from "vitest";
import en from "./generated/en/forms.json" with { type: "json" };
import { formText } from "./form-text.ts";
import { createServerI18n } from "./i18n.server.ts";

const say = (language: "en" | "ja") => {
  const t = createServerI18n(language).getFixedT(language, "forms");
  return (code: string, label?: string, name = "") =>
    formText(t, code, label === undefined ? undefined : { name, label });
};
const english = say("en");
const japanese = say("ja");

test.each([
  ["required", "Scope", "Fill in “Scope”.", "「Scope」を入力してください。"],
  ["required", undefined, "Fill in this field.", "この項目を入力してください。"],
  [
    "too_short?n=12",
    "Password",
    "Password must have 12 characters or more.",
    "「Password」は 12 文字以上にしてください。",
  ],
  [
    "too_short?n=1",
    "Title",
    "Title must have 1 character or more.",
    "「Title」は 1 文字以上にしてください。",
  ],
  [
    "wait?n=1",
    undefined,
    "Too many attempts. Try again in 1 minute.",
    "試行回数が多すぎます。1 分後にもう一度試してください。",
  ],
  ["range_outside?t=31%3A04", "End", "The call ends at 31:04.", "通話は 31:04 で終わります。"],
])("%s is a whole sentence", (code, field, en, ja) => {
  expect(english(code, field)).toBe(en);
  expect(japanese(code, field)).toBe(ja);
});

test.each([
  ["email", "Enter your e-mail address.", "メールアドレスを入力してください。"],
  ["files", "Choose a file.", "ファイルを選んでください。"],
  ["files[1].speaker", "Enter who speaks in each file.", "各ファイルの話者名を入力してください。"],
])("what is missing in %s is asked for in words of its own", (name, en, ja) => {
  expect(english("required", "Label", name)).toBe(en);
  expect(japanese("required", "Label", name)).toBe(ja);
});

test("facts are shown as they are: no markup, no lookups, no second filling", () => {
  const value = new URLSearchParams({ value: "<b>$t(common:close) {{what}}</b>", what: "Mari" });
  expect(english(`already_used?${value.toString()}`)).toBe(
    "<b>$t(common:close) {{what}}</b> is already used by Mari.",
  );
});

test("a code without its facts still reads as a sentence", () => {
  expect(english("already_used", "Title")).toBe("This is already used. Choose another one.");
  expect(english("too_long", "Title")).toBe("This is too long.");
  expect(english("wait?n=many")).not.toContain("{{");
});

test("a code nobody knows never reaches the screen", () => {
  expect(english("constructor", "Zone")).toBe("Check “Zone”.");
  expect(english("", "CRM field")).toBe("Check “CRM field”.");
  expect(english("made_up?n=1")).toBe("Check this field.");
});

test("no sentence shows an open placeholder when its facts are missing", () => {
  const codes = new Set(Object.keys(en.code).map((key) => key.replace(/_(one|other)$/, "")));
  for (const code of codes) {
    expect(english(code, "Title")).not.toMatch(/\{\{|undefined|NaN| {2}|\b(at|by|Ask|of)\./);
    expect(japanese(code, "題名")).not.toMatch(/\{\{|undefined|NaN/);
  }
});
