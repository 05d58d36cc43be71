import type { ReactNode } from "react";
import { TERM_CATEGORIES } from "#app/core/domain/dictionary/dictionary.schema.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { CheckboxField } from "#app/ui/components/form/checkbox-field.tsx";
import type { FormField } from "#app/ui/components/form/field-frame.tsx";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import { TextareaField } from "#app/ui/components/form/textarea-field.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { languageText } from "./language-text.ts";

type Name = "term" | "variants" | "category" | "language" | "boost" | "isCaseSensitive";
type Props = {
  fields: Record<Name, FormField>;
  /** The term's own, which may be one that is offered nowhere. */
  language?: string;
  /** Whose it is. */
  children: ReactNode;
};

/** What a new term and one that is changed have in common. */
export function TermFields({ fields, language, children }: Props) {
  const { t } = useTranslation("dictionary");
  const languages = [...new Set(["en", "ja", ...(language === undefined ? [] : [language])])];
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 desk:grid-cols-2">
        <div className="grid content-start gap-4">
          <TextField field={fields.term} label={t("column.term")} maxLength={100} />
          <div className="grid grid-cols-2 gap-4">
            <SelectField
              field={fields.category}
              label={t("categoryOf")}
              options={TERM_CATEGORIES.map((category) => ({
                value: category,
                label: t(`termCategory.${category}`),
              }))}
            />
            <SelectField
              field={fields.language}
              label={t("languageOf")}
              options={languages.map((code) => ({ value: code, label: languageText(t, code) }))}
            />
          </div>
        </div>
        <TextareaField
          field={fields.variants}
          label={t("soundsLike")}
          hint={t("soundsLikeHint")}
          rows={5}
          isOptional
        />
      </div>
      <div className="grid gap-4 desk:grid-cols-2">
        {children}
        <SelectField
          field={fields.boost}
          label={t("weight")}
          hint={t("weightHint")}
          options={Array.from({ length: 11 }, (_, n) => ({ value: String(n), label: String(n) }))}
        />
      </div>
      <CheckboxField field={fields.isCaseSensitive} label={t("caseSensitive")} />
    </div>
  );
}
