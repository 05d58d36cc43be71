import { LABEL_COLOURS } from "#app/core/domain/label/label.schema.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { type FormField, startText } from "#app/ui/components/form/field-frame.tsx";
import { Dot } from "#app/ui/components/primitive/tag.tsx";

/** Twelve colours with their names, as a group of radio buttons. */
export function ColourField({ field }: { field: FormField }) {
  const { t } = useTranslation("label");
  const now = startText(field);
  return (
    <fieldset id={field.id} className="grid min-w-0 gap-[5px]">
      <legend className="mb-[5px] text-sm font-medium">{t("colourOf")}</legend>
      <div className="flex flex-wrap gap-1.5">
        {LABEL_COLOURS.map((colour) => (
          <label
            key={colour}
            className="inline-flex min-h-7 cursor-pointer items-center gap-1.5 rounded-full border border-line px-2.5 text-xs text-ink-soft has-checked:border-ink has-checked:font-medium has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-focus pointer-coarse:min-h-9"
          >
            <input
              type="radio"
              name={field.name}
              form={field.formId}
              value={colour}
              defaultChecked={colour === now}
              className="sr-only"
            />
            <Dot colour={colour} />
            {t(`colour.${colour}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
