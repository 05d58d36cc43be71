import { useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Checkbox } from "#app/ui/components/primitive/checkbox.tsx";
import { Disclosure } from "#app/ui/components/primitive/disclosure.tsx";
import { PickFace } from "./pick-face.tsx";
import { chosenNames, type Filter } from "./use-filters.ts";

/** A filter of several values: none of them is all of them. Its boxes belong to the form around it, open or closed. */
export function FilterPick({ filter, busy }: { filter: Filter; busy: string | false }) {
  const { t } = useTranslation("analytics");
  const { name, label, choices, values } = filter;
  const [chosen, setChosen] = useState(values);
  const [first, ...others] = chosenNames(filter, chosen);
  const shown =
    first === undefined
      ? t("filter.any")
      : others.length === 0
        ? first
        : t("filter.chosen", { count: others.length + 1 });
  return (
    <Disclosure
      label={t("filter.pick", { name: label, value: shown })}
      face={<PickFace label={label} value={shown} />}
      // Under its right end: the last of a row has no room on its other side.
      place="tools"
    >
      <fieldset className="grid gap-2">
        <legend className="sr-only">{label}</legend>
        <div className="grid max-h-64 overflow-y-auto">
          {choices.map(({ id, name: text }) => (
            <label
              key={id}
              className="flex min-h-7 items-start gap-1.5 text-sm pointer-coarse:min-h-9"
            >
              <Checkbox
                name={name}
                value={id}
                defaultChecked={values.includes(id)}
                onChange={({ currentTarget: { checked } }) =>
                  setChosen((all) => [...all.filter((one) => one !== id), ...(checked ? [id] : [])])
                }
              />
              <bdi className="min-w-0 pt-0.5 wrap-anywhere">{text}</bdi>
            </label>
          ))}
        </div>
        <Button type="submit" size="small" busy={busy}>
          {t("filter.apply")}
        </Button>
      </fieldset>
    </Disclosure>
  );
}
