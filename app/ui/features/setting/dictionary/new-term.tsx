import { termForm } from "#app/core/domain/dictionary/dictionary.schema.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { NewForm } from "#app/ui/features/forms/new-form.tsx";
import { ownersOf } from "./owners.ts";
import type { TermsTabProps } from "./dictionary-page.tsx";
import { TermFields } from "./term-fields.tsx";
import { useTermLabels } from "./use-term-labels.ts";

/** The form of a new term. */
export function NewTerm({ teams, can, answer }: TermsTabProps) {
  const { t, i18n } = useTranslation("dictionary");
  const labels = useTermLabels();
  const owners = ownersOf({ teams, can }, t("everybody"));
  const form = useParleyForm(termForm, {
    id: "make-term",
    refusal: refusalOf(answer, "make_term"),
    defaultValue: {
      ...{ category: "product", language: i18n.language === "ja" ? "ja" : "en", boost: "8" },
      teamId: owners[0]?.value ?? "",
    },
  });
  return (
    <NewForm form={form} labels={labels} intent="make_term" submit={t("term.make")}>
      <TermFields fields={form.fields}>
        <SelectField field={form.fields.teamId} label={t("usedBy")} options={owners} />
      </TermFields>
    </NewForm>
  );
}
