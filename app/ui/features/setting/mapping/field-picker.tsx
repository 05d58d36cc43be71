import { useDeferredValue, useState } from "react";
import type { FieldChoice, OpenRow } from "#app/core/pages/mapping-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { FieldNote, type FormField } from "#app/ui/components/form/field-frame.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { useHydrated } from "#app/ui/components/primitive/use-hydrated.ts";
import { useCrmValue } from "./crm-value.tsx";
import { FieldFacts } from "./field-text.tsx";

type Props = {
  field: FormField;
  choices: readonly FieldChoice[];
  sample: OpenRow["sample"];
  source: OpenRow["source"];
  chosen: string;
  onChoose: (name: string) => void;
};

const folded = (text: string): string => text.normalize("NFKC").toLowerCase();
/** Values of a list that are named in its line. */
const MOST_VALUES = 6;
/** Those that fit come first; within them the CRM's order stays. */
const ORDER = { fits: 0, taken: 1, impossible: 2, not_writeable: 3 };

/** Every field of the object, those that fit first; typing narrows them, those that can't be chosen say why. */
export function FieldPicker({ field, choices, sample, source, chosen, onChoose }: Props) {
  const { t } = useTranslation("mapping");
  const isHydrated = useHydrated();
  const [text, setText] = useState("");
  const wanted = folded(useDeferredValue(text).trim());
  const shown = choices
    .filter(({ label, name }) => folded(label).includes(wanted) || folded(name).includes(wanted))
    .toSorted((a, b) => ORDER[a.fit] - ORDER[b.fit]);
  return (
    <fieldset className="grid min-w-0 gap-2" aria-describedby={`${field.id}-count`}>
      <legend className="text-sm font-medium">{t("field")}</legend>
      {isHydrated ? (
        <input
          type="search"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          aria-label={t("findField")}
          placeholder={t("findField")}
          className={controlLook({ className: "w-full max-w-md" })}
          // Not a part of what is sent.
          onKeyDown={(event) => {
            if (event.key === "Enter" && !event.nativeEvent.isComposing) event.preventDefault();
          }}
        />
      ) : null}
      <p id={`${field.id}-count`} role="status" className="text-xs text-ink-muted">
        {shown.length === 0 ? t("noneFound", { text }) : t("found", { count: shown.length })}{" "}
        {sample === null ? null : t("sampleOf", { label: sample.label })}
      </p>
      <div
        id={field.id}
        tabIndex={-1}
        className="max-h-80 overflow-y-auto rounded-control border border-line-control bg-surface-raised"
      >
        {shown.map((one) => (
          <Choice
            key={one.name}
            {...{ one, field, sample, source, isChosen: one.name === chosen, onChoose }}
          />
        ))}
      </div>
      {chosen === "" || shown.some(({ name }) => name === chosen) ? null : (
        // Searching for another one does not unchoose it.
        <input type="hidden" name={field.name} value={chosen} />
      )}
      <FieldNote field={field} label={t("field")} />
    </fieldset>
  );
}

type ChoiceProps = Pick<Props, "field" | "sample" | "source" | "onChoose"> & {
  one: FieldChoice;
  isChosen: boolean;
};

function Choice({ one, field, sample, source, isChosen, onChoose }: ChoiceProps) {
  const { t } = useTranslation("mapping");
  const crmValue = useCrmValue();
  const { name, label, fit, isRequired, isCustom, options } = one;
  const value = sample?.values[name] ?? null;
  const active = options.filter(({ isActive }) => isActive);
  const unused = options.filter(({ isActive }) => !isActive).map((option) => option.label);
  return (
    <label className="flex min-h-9 items-start gap-2 border-b border-line px-2.5 py-1.5 text-sm last:border-b-0 has-checked:bg-surface-chosen has-disabled:text-ink-muted">
      <input
        type="radio"
        name={field.name}
        value={name}
        {...(isChosen ? { defaultChecked: true } : {})}
        disabled={fit !== "fits" && !isChosen}
        onChange={() => onChoose(name)}
        className="mt-1 accent-ink"
      />
      <span className="min-w-0 grow">
        <span className="block font-medium wrap-anywhere">
          <bdi>{label}</bdi>
          <Mark isShown={isRequired} text={t("required")} />
          <Mark isShown={isCustom} text={t("custom")} />
        </span>
        <span className="block text-xs text-ink-muted">
          <FieldFacts field={one} />
        </span>
        {active.length === 0 ? null : (
          <span className="block text-xs text-ink-muted wrap-anywhere">
            {t(active.length > MOST_VALUES ? "valuesMore" : "values", {
              values: active
                .slice(0, MOST_VALUES)
                .map((option) => option.label)
                .join(", "),
              more: active.length - MOST_VALUES,
            })}
          </span>
        )}
        {unused.length === 0 ? null : (
          <span className="block text-xs text-ink-muted">
            {t("unused", { values: unused.join(", ") })}
          </span>
        )}
      </span>
      <span className="max-w-[40%] shrink-0 truncate text-xs text-ink-muted">
        {fit === "fits"
          ? value === null
            ? null
            : t("sample", { value: crmValue(value, one) })
          : t(`fit.${fit}`, { source: t(`source.${source.type}`) })}
      </span>
    </label>
  );
}

const Mark = ({ isShown, text }: { isShown: boolean; text: string }) =>
  isShown ? <span className="ml-2 text-xs font-normal text-ink-muted">{text}</span> : null;
