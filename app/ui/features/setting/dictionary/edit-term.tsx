import { changeTermForm } from "#app/core/domain/dictionary/dictionary.schema.ts";
import type { TermLine } from "#app/core/domain/dictionary/term-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { CheckboxField } from "#app/ui/components/form/checkbox-field.tsx";
import { EditForm } from "#app/ui/features/forms/edit-form.tsx";
import { useRowForm } from "#app/ui/features/forms/use-row-form.ts";
import type { TermsTabProps } from "./dictionary-page.tsx";
import { languageText } from "./language-text.ts";
import { TermFields } from "./term-fields.tsx";
import { useTermLabels } from "./use-term-labels.ts";

type Props = TermsTabProps & { term: TermLine };

/** The form of one term, and how it goes. */
export function EditTerm({ term: line, q, answer, pastCalls }: Props) {
  const { t } = useTranslation("dictionary");
  const labels = useTermLabels();
  const { term, variants, category, language, boost, isCaseSensitive, isEnabled } = line;
  const form = useRowForm(changeTermForm, {
    row: line,
    field: "termId",
    intents: ["change_term"],
    answer,
    defaultValue: {
      ...{ term, variants: variants.join("\n"), category, language, boost: String(boost) },
      ...{ isCaseSensitive: isCaseSensitive ? "on" : null, isEnabled: isEnabled ? "on" : null },
    },
  });
  const value = (name: keyof typeof labels, text: string, shown = text) => ({
    ...{ name, label: labels[name], value: text, shown },
  });
  return (
    <EditForm
      form={form}
      row={line}
      field="termId"
      values={[
        value("term", term),
        value("category", category, t(`termCategory.${category}`)),
        value("language", language, languageText(t, language)),
        value("variants", variants.join("\n"), variants.join(", ")),
        value("boost", String(boost)),
      ]}
      labels={labels}
      save={{ intent: "change_term", tone: "primary" }}
      other={{
        ...{ intent: "delete_term", tone: "danger", text: t("term.delete") },
        label: t("term.deleteOf", { name: term }),
      }}
      closeTo={paths.dictionary({ tab: "terms", q: q === "" ? null : q })}
      note={t("term.saveNote")}
    >
      <TermFields fields={form.fields} language={language}>
        <div className="grid content-start gap-[5px]">
          <span className="text-sm font-medium">{t("usedBy")}</span>
          <span className="py-2">{line.team?.name ?? t("everybody")}</span>
        </div>
      </TermFields>
      <CheckboxField field={form.fields.isEnabled} label={t("term.enabled")} />
      {pastCalls === 0 ? null : (
        <CheckboxField
          field={form.fields.runPast}
          label={t("term.runPast", { count: pastCalls })}
          hint={t("term.runPastHint")}
        />
      )}
    </EditForm>
  );
}
