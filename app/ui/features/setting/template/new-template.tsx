import { newTemplateForm } from "#app/core/domain/template/template-forms.schema.ts";
import { useLanguage } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { NewForm } from "#app/ui/features/forms/new-form.tsx";

/** A template without sections: its page opens next. */
export function NewTemplate({ answer }: { answer: unknown }) {
  const { t } = useTranslation("template");
  const form = useParleyForm(newTemplateForm, {
    id: "make-template",
    refusal: refusalOf(answer, "make_template"),
    defaultValue: { language: useLanguage() },
  });
  return (
    <NewForm
      form={form}
      labels={{ name: t("name"), language: t("languageOf") }}
      intent="make_template"
      submit={t("make")}
    >
      <div className="grid gap-4 desk:grid-cols-2">
        <TextField field={form.fields.name} label={t("name")} maxLength={80} />
        <SelectField
          field={form.fields.language}
          label={t("languageOf")}
          options={(["en", "ja"] as const).map((value) => ({
            value,
            label: t(`language.${value}`),
          }))}
        />
      </div>
    </NewForm>
  );
}
