import type { Section, TemplateContent } from "./template.schema.ts";

export type SectionChange = {
  key: string;
  title: string;
  kind: "added" | "removed" | "changed";
  /** Of a changed one: what differs. */
  fields: string[];
};
export type TemplateDiff = {
  sections: SectionChange[];
  isReordered: boolean;
  isRuleChanged: boolean;
  isEngineChanged: boolean;
};

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function fieldsOf(before: Section, after: Section): string[] {
  const old = new Map<string, unknown>(Object.entries(before));
  const now = new Map<string, unknown>(Object.entries(after));
  const names = [...new Set([...old.keys(), ...now.keys()])];
  return names.filter((name) => !isSame(old.get(name), now.get(name)));
}

/** What is another in the later of two versions; sections are the same by their keys. */
export function diffOf(before: TemplateContent, after: TemplateContent): TemplateDiff {
  const old = new Map(before.sections.map((section) => [section.key, section]));
  const kept = new Set(after.sections.map(({ key }) => key));
  const changes = after.sections.flatMap((section): SectionChange[] => {
    const { key, title } = section;
    const was = old.get(key);
    if (!was) return [{ key, title, kind: "added", fields: [] }];
    const fields = fieldsOf(was, section);
    return fields.length === 0 ? [] : [{ key, title, kind: "changed", fields }];
  });
  const removed = before.sections.filter(({ key }) => !kept.has(key));
  const order = (content: TemplateContent, others: TemplateContent) =>
    content.sections
      .map(({ key }) => key)
      .filter((key) => others.sections.some((section) => section.key === key));
  return {
    sections: [
      ...changes,
      ...removed.map(({ key, title }) => ({ key, title, kind: "removed" as const, fields: [] })),
    ],
    isReordered: !isSame(order(before, after), order(after, before)),
    isRuleChanged: before.language !== after.language || !isSame(before.appliesTo, after.appliesTo),
    isEngineChanged:
      before.enginePolicy !== after.enginePolicy || before.maxCostMicros !== after.maxCostMicros,
  };
}
