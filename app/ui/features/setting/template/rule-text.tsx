import type { TemplateLine } from "#app/core/domain/template/template-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useRuleParts } from "./use-rule-text.ts";

/** Which calls a template is for, a line for each condition. */
export function RuleText({ line }: { line: TemplateLine }) {
  const { t } = useTranslation("rule");
  const parts = useRuleParts()(line.rule);
  const { language } = line;
  if (line.isBuiltIn) return <>{line.isCatchAll ? t(`rest.${language}`) : t("byHand")}</>;
  if (parts.length === 0) return <>{t(`all.${language}`)}</>;
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
