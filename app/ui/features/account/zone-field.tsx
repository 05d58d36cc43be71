import { useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { type FormField, startText } from "#app/ui/components/form/field-frame.tsx";
import { SelectField } from "#app/ui/components/form/select-field.tsx";

type Props = {
  field: FormField;
  zones: readonly string[];
  /** Somebody chose a zone before: it stays, whatever this browser says. */
  isChosen: boolean;
};

/**
 * The zone in which hours are written. Until somebody chooses one it is the browser's: the server cannot know it on a
 * first visit.
 */
export function ZoneField({ field, zones, isChosen }: Props) {
  const { t } = useTranslation("account");
  const [own, setOwn] = useState<string | null>(null);
  useEffect(() => {
    if (!isChosen) setOwn(Intl.DateTimeFormat().resolvedOptions().timeZone);
  }, [isChosen]);
  const { id } = field;
  const offered = startText(field);
  useEffect(() => {
    const select = document.getElementById(id);
    // Who chose one before script came has chosen.
    if (own !== null && select instanceof HTMLSelectElement && select.value === offered)
      select.value = own;
  }, [id, offered, own]);
  // Browsers may spell a zone otherwise than the server lists it.
  const all = own === null || zones.includes(own) ? zones : [own, ...zones];
  const options = all.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }));
  return <SelectField field={field} label={t("zone")} options={options} />;
}
