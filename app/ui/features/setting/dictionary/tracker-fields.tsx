import type { ReactNode } from "react";
import { TRACKER_CATEGORIES } from "#app/core/domain/tracker/tracker.schema.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { FormField } from "#app/ui/components/form/field-frame.tsx";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { PhraseField } from "./phrase-field.tsx";

type Props = {
  fields: Record<"name" | "phrases" | "side" | "category" | "language", FormField>;
  /** The phrases of the version in use. */
  inUse?: readonly string[];
  /** Whose it is. */
  children: ReactNode;
};

const NO_PHRASES: readonly string[] = [];

/** What a new tracker and one that is changed have in common. */
export function TrackerFields({ fields, inUse = NO_PHRASES, children }: Props) {
  const { t } = useTranslation("dictionary");
  return (
    <div className="grid content-start gap-4">
      <TextField field={fields.name} label={t("name")} maxLength={80} />
      <PhraseField field={fields.phrases} inUse={inUse} />
      <div className="grid gap-4 desk:grid-cols-2">
        <SelectField
          field={fields.side}
          label={t("saidBy")}
          options={(["", "C", "R"] as const).map((side) => ({
            value: side,
            label: t(`side.${side === "" ? "any" : side}`),
          }))}
        />
        <SelectField
          field={fields.category}
          label={t("kind")}
          options={TRACKER_CATEGORIES.map((category) => ({
            value: category,
            label: t(`category.${category}`),
          }))}
        />
        {children}
        <SelectField
          field={fields.language}
          label={t("languageOf")}
          options={(["en", "ja"] as const).map((language) => ({
            value: language,
            label: t(`language.${language}`),
          }))}
        />
      </div>
    </div>
  );
}
