import type { TemplateDiff } from "#app/core/domain/template/diff.ts";
import en from "#app/i18n/generated/en/template.json" with { type: "json" };
import { useTranslation } from "#app/i18n/translation.tsx";

type FieldName = keyof typeof en.diffField;
const isFieldName = (name: string): name is FieldName => Object.hasOwn(en.diffField, name);

/** How many changes a difference has. */
export const countOf = (diff: TemplateDiff): number =>
  diff.sections.length +
  [diff.isReordered, diff.isRuleChanged, diff.isEngineChanged].filter(Boolean).length;

/** What differs between two versions, a sentence each. */
export function DiffList({ diff }: { diff: TemplateDiff }) {
  const { t } = useTranslation("template");
  if (countOf(diff) === 0) return <p className="text-sm">{t("versions.same")}</p>;
  return (
    <ul className="grid gap-1 text-sm">
      {diff.sections.map(({ key, title, kind, fields }) => (
        <li key={key}>
          {kind === "changed"
            ? t("diff.changed", {
                title,
                fields: fields
                  .filter(isFieldName)
                  .map((name) => t(`diffField.${name}`))
                  .join(", "),
              })
            : t(`diff.${kind}`, { title })}
        </li>
      ))}
      {diff.isReordered ? <li>{t("diff.reordered")}</li> : null}
      {diff.isRuleChanged ? <li>{t("diff.rules")}</li> : null}
      {diff.isEngineChanged ? <li>{t("diff.engine")}</li> : null}
    </ul>
  );
}
