import { WEEKDAYS } from "#app/core/domain/working-hours.schema.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { CheckboxField } from "#app/ui/components/form/checkbox-field.tsx";
import { FieldNote, type FormField } from "#app/ui/components/form/field-frame.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";

type Fields = Record<(typeof WEEKDAYS)[number] | "from" | "to", FormField>;

/** The days of work and the hours of each. An end before the beginning is on the next day. */
export function HoursFields({ fields }: { fields: Fields }) {
  const { t } = useTranslation("setting");
  const [first] = WEEKDAYS;
  return (
    <>
      <fieldset className="grid gap-1">
        <legend className="mb-1 text-sm font-medium">{t("hours.days")}</legend>
        <div className="flex flex-wrap gap-x-4 gap-y-1">
          {WEEKDAYS.map((day) => (
            <CheckboxField
              key={day}
              field={fields[day]}
              label={t(`hours.day.${day}`)}
              // What is wrong is wrong of all days, and stands below them.
              hasNote={day !== first}
            />
          ))}
        </div>
        <FieldNote field={fields[first]} label={t("hours.days")} />
      </fieldset>
      <div className="flex flex-wrap gap-4">
        <TextField field={fields.from} label={t("hours.from")} type="time" isMono />
        <TextField field={fields.to} label={t("hours.to")} type="time" isMono />
      </div>
    </>
  );
}

/** Names of the fields, for the summary of what needs correcting. */
export function useHoursLabels(): Record<"mon" | "from" | "to", string> {
  const { t } = useTranslation("setting");
  return { mon: t("hours.days"), from: t("hours.from"), to: t("hours.to") };
}
