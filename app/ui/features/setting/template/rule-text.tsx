import type { TemplateLine } from "#app/core/domain/template/template-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";

/** Which calls a template is for, a line for each condition. */
export function RuleText({ line }: { line: TemplateLine }) {
  const { t } = useTranslation("template");
  const { kinds, labels, teams, stages } = line.rule;
  const language = t(`language.${line.language}`);
  if (line.isBuiltIn)
    return <>{line.isCatchAll ? t("rule.rest", { language }) : t("rule.byHand")}</>;
  const named = (names: readonly (string | null)[]) =>
    names.map((name) => name ?? t("rule.hidden")).join(", ");
  const parts = [
    ...(kinds.length === 0
      ? []
      : [t("rule.kinds", { names: named(kinds.map((kind) => t(`kind.${kind}`))) })]),
    ...(labels.length === 0 ? [] : [t("rule.labels", { names: named(labels) })]),
    ...(teams.length === 0 ? [] : [t("rule.teams", { names: named(teams) })]),
    ...(stages.length === 0 ? [] : [t("rule.stages", { names: named(stages) })]),
  ];
  if (parts.length === 0) return <>{t("rule.all", { language })}</>;
  return (
    <>
      {parts.map((part) => (
        <span key={part} className="block">
          {part}
        </span>
      ))}
    </>
  );
}
