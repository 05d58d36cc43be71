import type { RuleView, TemplateReason } from "#app/core/domain/template/template-views.ts";
import { useLanguage } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";

/** The conditions of a rule in words, one each; none where it asks for nothing but the language. */
export function useRuleParts() {
  const { t } = useTranslation("rule");
  const list = new Intl.ListFormat(useLanguage(), { type: "unit" });
  const named = (names: readonly (string | null)[]): string =>
    list.format(names.map((name) => name ?? t("hidden")));
  return ({ kinds, ...others }: RuleView): string[] => [
    ...(kinds.length === 0
      ? []
      : [t("part.kinds", { names: named(kinds.map((kind) => t(`kind.${kind}`))) })]),
    ...(["labels", "teams", "stages"] as const).flatMap((part) =>
      others[part].length === 0 ? [] : [t(`part.${part}`, { names: named(others[part]) })],
    ),
  ];
}

/** Why a call has its template, as a sentence. */
export function useReasonText() {
  const { t } = useTranslation("rule");
  const partsOf = useRuleParts();
  return (reason: TemplateReason): string => {
    if (reason.by === "rest") return t("reason.rest");
    if (reason.by === "person") return t("reason.person", { name: reason.name });
    const parts = partsOf(reason.rule);
    const rule = parts.length === 0 ? t(`all.${reason.language}`) : parts.join("; ");
    return t("reason.rule", { rule });
  };
}
