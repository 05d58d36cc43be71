import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { EVENTS } from "#app/core/domain/audit/events.ts";
import { EN } from "./generated/en.ts";
import { JA } from "./generated/ja.ts";
import { LANGUAGES } from "./languages.ts";

type Texts = Map<string, string>;
const here = import.meta.dirname;
const LOADED: Record<string, Record<string, object>> = { en: EN, ja: JA };
const PLURAL = /_(zero|one|two|few|many|other)$/;

const namesIn = (language: string) =>
  readdirSync(join(here, language))
    .filter((file) => file.endsWith(".json"))
    .map((file) => file.slice(0, -".json".length))
    .sort();
const NAMES = namesIn("en");

function textsOf(language: string, namespace: string): Texts {
  const tree: unknown = JSON.parse(readFileSync(join(here, language, `${namespace}.json`), "utf8"));
  return new Map(flatten(tree, ""));
}

function flatten(node: unknown, path: string): [string, string][] {
  if (typeof node === "string") return [[path, node]];
  if (typeof node !== "object" || node === null || Array.isArray(node)) {
    throw new TypeError(`${path}: a catalogue holds texts and groups of texts only`);
  }
  return Object.entries(node).flatMap(([key, value]) =>
    flatten(value, path === "" ? key : `${path}.${key}`),
  );
}

/** `wait_one` is a form of `wait` where there is a `wait_other`; `too_many` alone is a name. */
function stemOf(texts: Texts, key: string): string {
  const stem = key.replace(PLURAL, "");
  return texts.has(`${stem}_other`) ? stem : key;
}
const stems = (texts: Texts) =>
  [...new Set([...texts.keys()].map((key) => stemOf(texts, key)))].sort();
const isPlural = (texts: Texts, stem: string) => texts.has(`${stem}_other`);
/** `{{count, number}}` → `count, number`; the count may be left unsaid in one form ("One thing"). */
const placeholders = (text: string) =>
  [
    ...new Set(
      [...text.matchAll(/\{\{\s*([^}]+?)\s*\}\}/g)].map(([, inside = ""]) =>
        inside.replaceAll(" ", ""),
      ),
    ),
  ].sort();

test("every language has the same namespaces, and all of them are loaded", () => {
  for (const language of LANGUAGES) {
    expect(namesIn(language)).toEqual(NAMES);
    expect(Object.keys(LOADED[language] ?? {}).sort()).toEqual(NAMES);
  }
});

test.each(LANGUAGES)(
  "%s: every event of the logs has a text, and every text is of an event",
  (language) => {
    const texts = new Map(flatten(LOADED[language]?.["log"], ""));
    const said = [...texts.keys()]
      .filter((key) => key.startsWith("event."))
      .map((key) => key.slice("event.".length));
    expect(said.sort()).toEqual(Object.keys(EVENTS).sort());
  },
);

describe.each(NAMES)("%s", (namespace) => {
  const en = textsOf("en", namespace);
  const ja = textsOf("ja", namespace);

  test("has the same keys in both languages", () => {
    expect(stems(ja)).toEqual(stems(en));
  });

  test("has the plural forms of each language and no others", () => {
    for (const [language, texts] of [
      ["en", en],
      ["ja", ja],
    ] as const) {
      const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      for (const stem of stems(texts)) {
        const found = [...texts.keys()].filter((key) => stemOf(texts, key) === stem);
        const wanted = isPlural(texts, stem) ? forms.map((form) => `${stem}_${form}`) : [stem];
        expect([language, ...found.sort()]).toEqual([language, ...wanted.sort()]);
      }
    }
    expect(stems(ja).filter((stem) => isPlural(ja, stem))).toEqual(
      stems(en).filter((stem) => isPlural(en, stem)),
    );
  });

  test("has the same placeholders in both languages", () => {
    const inside = (texts: Texts, stem: string) =>
      placeholders(texts.get(stem) ?? texts.get(`${stem}_other`) ?? "");
    for (const stem of stems(en)) {
      expect([stem, ...inside(ja, stem)]).toEqual([stem, ...inside(en, stem)]);
      const one = placeholders(en.get(`${stem}_one`) ?? "");
      expect(inside(en, stem)).toEqual(expect.arrayContaining(one));
    }
  });

  test("has no empty text, no stray space and balanced braces", () => {
    for (const [key, text] of [...en, ...ja]) {
      expect([key, text]).toEqual([key, text.trim()]);
      expect([key, text.length > 0]).toEqual([key, true]);
      expect([key, text.replaceAll(/\{\{[^{}]+\}\}/g, "")]).toEqual([
        key,
        expect.not.stringMatching(/[{}]/),
      ]);
    }
  });

  test("has one Japanese name for each thing, full-width signs, and a space before units", () => {
    const japanese = "[ぁ-んァ-ヶ一-龥々ー]";
    const wrong = [
      /訂正|件名|消音|フィルター|お客様の発言|所有者/,
      /\}\}さん/,
      new RegExp(`${japanese}:(?: |$)|\\}\\}: .*${japanese}`),
      new RegExp(`${japanese}\\(|\\)${japanese}`),
      /(?:\d|\}\})(?:秒|分|時間|日間|週間|か月|件|人|語|個|文字)(?!の1)/,
    ];
    // A formula keeps the signs of formulas.
    for (const [key, text] of ja)
      for (const pattern of text.includes(" − ") ? wrong.slice(0, 2) : wrong)
        expect([key, text]).toEqual([key, expect.not.stringMatching(pattern)]);
  });

  test("promises no screen and no control that is not there", () => {
    const promised = [
      /Recordable|meetings can be recorded|live coaching/i,
      /録音対象|会議を録音できる|ライブ支援/,
      // A call that is there gets no transcript from a file: importing one makes another call.
      /a transcript can be imported\.|Import a transcript, or ask|文字起こしを取り込むか/,
      /Not discussed|話題に出(?:な|てい)/i,
    ];
    for (const [key, text] of [...en, ...ja])
      for (const pattern of promised)
        expect([key, text]).toEqual([key, expect.not.stringMatching(pattern)]);
  });

  test("speaks in the product's voice: no please, no successfully, no exclamation marks", () => {
    for (const [key, text] of en) {
      expect([key, text]).toEqual([key, expect.not.stringMatching(/\bplease\b|\bsuccessful|!/i)]);
    }
    for (const [key, text] of ja)
      expect([key, text]).toEqual([key, expect.not.stringMatching(/[!！]/)]);
  });
});
