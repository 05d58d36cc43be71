import type { OutputType } from "../summary/output.ts";
import type { Section, TemplateContent } from "./template.schema.ts";

/** A key nobody has yet: the title in small letters, or `section` where it has none of these. */
export function freeKey(title: string, sections: readonly Pick<Section, "key">[]): string {
  const plain = title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[_0-9]+|_+$/g, "")
    .slice(0, 36);
  const wanted = plain === "" ? "section" : plain;
  const isUsed = (key: string) => sections.some((section) => section.key === key);
  let key = wanted;
  for (let n = 2; isUsed(key); n += 1) key = `${wanted}_${n}`;
  return key;
}

/** What a choice and a table begin with, until somebody says better. */
const FIRST = {
  en: { options: ["Yes", "No"], columns: ["Quote", "Speaker", "Time"] },
  ja: { options: ["はい", "いいえ"], columns: ["発言", "話者", "時刻"] },
} as const;

export function emptySection(
  { key, title, type }: { key: string; title: string; type: OutputType },
  language: TemplateContent["language"],
): Section {
  const common = {
    ...{ key, title, instruction: "", required: false },
    ...{ maxLength: null, example: "", ifNotDiscussed: "", wordsToLookFor: [] },
  };
  const { options, columns } = FIRST[language];
  switch (type) {
    case "enum":
    case "multi_enum":
      return { ...common, type, options: options.map((value) => ({ value, synonyms: [] })) };
    case "number":
      return { ...common, type, unit: null };
    case "money":
      return { ...common, type, currency: null };
    case "table":
      return { ...common, type, columns: [...columns] };
    case "text":
    case "bullets":
    case "checklist":
    case "date":
    case "boolean":
    case "person":
    case "url":
      return { ...common, type };
  }
}
