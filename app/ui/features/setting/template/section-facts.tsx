import type { Section } from "#app/core/domain/template/template.schema.ts";
import { textsOf } from "#app/core/domain/template/template-forms.schema.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";

/** One section for who only reads it: what it asks for and how. */
export function SectionFacts({ section }: { section: Section }) {
  const { t } = useTranslation("template");
  const texts = textsOf(section);
  const rows = (
    [
      "instruction",
      "words",
      "options",
      "unit",
      "currency",
      "columns",
      "ifNotDiscussed",
      "example",
      "maxLength",
    ] as const
  ).map((name) => ({ name, label: t(`field.${name}`), text: texts[name] }));
  return (
    <Panel title={section.title}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">
        <dt className="text-ink-muted">{t("answer")}</dt>
        <dd>{t(`type.${section.type}`)}</dd>
        {rows
          .filter(({ text }) => text !== "")
          .map(({ name, label, text }) => (
            <div key={name} className="contents">
              <dt className="text-ink-muted">{label}</dt>
              <dd className="whitespace-pre-line wrap-anywhere">{text}</dd>
            </div>
          ))}
        <dt className="text-ink-muted">{t("isRequired")}</dt>
        <dd>{t(section.required ? "yes" : "no")}</dd>
      </dl>
    </Panel>
  );
}
