import type { ReactNode } from "react";
import type { GroupLine } from "#app/core/domain/label/label-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { FormField } from "#app/ui/components/form/field-frame.tsx";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { ColourField } from "#app/ui/features/forms/colour-field.tsx";

type Props = {
  fields: Record<"name" | "groupId" | "colour", FormField>;
  groups: readonly GroupLine[];
  /** A third field beside name and group, where there is one. */
  children?: ReactNode;
};

/** What a new label and one that is edited have in common. */
export function LabelFields({ fields, groups, children }: Props) {
  const { t } = useTranslation("label");
  return (
    <>
      <div
        className={`grid gap-4 ${children === undefined ? "desk:grid-cols-2" : "desk:grid-cols-3"}`}
      >
        <TextField field={fields.name} label={t("name")} maxLength={50} />
        <SelectField
          field={fields.groupId}
          label={t("group")}
          options={[
            { value: "", label: t("noGroup") },
            ...groups.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        {children}
      </div>
      <ColourField field={fields.colour} />
    </>
  );
}
