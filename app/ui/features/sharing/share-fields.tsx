import { type ReactNode, useId } from "react";
import { formText } from "#app/i18n/form-text.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Checkbox } from "#app/ui/components/primitive/checkbox.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { codesAt, type ShareAnswer } from "./share-answer.ts";

const PRESETS = [1, 7, 14, 30, 90];
const DAY_MS = 86_400_000;
export const SHOWN = ["names", "transcript", "summary", "download"] as const;
export type Shown = Record<(typeof SHOWN)[number], boolean>;

export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-2 text-xs font-strong text-ink-muted">{title}</legend>
      {children}
    </fieldset>
  );
}

type TickName = keyof Shown | "embed" | "whys";
type TickProps = {
  name: TickName;
  isOn?: boolean;
  isOff?: boolean;
  hint?: string;
  onChange?: (isOn: boolean) => void;
};

export function Tick({ name, isOn, isOff = false, hint: given, onChange }: TickProps) {
  const { t } = useTranslation("share");
  const hint = given ?? (name === "summary" ? t("summaryHint") : isOff ? t("downloadOff") : null);
  return (
    <label className="flex min-h-6 items-start gap-1.5 text-sm">
      <Checkbox
        name={name}
        value="true"
        disabled={isOff}
        {...(isOn === undefined ? {} : { checked: isOn && !isOff })}
        {...(onChange && { onChange: (event) => onChange(event.target.checked) })}
      />
      <span className="pt-0.5">
        {t(name)}
        {hint === null ? null : <span className="block text-xs text-ink-muted">{hint}</span>}
      </span>
    </label>
  );
}

type LabelledProps = {
  label: string;
  hint?: string;
  answer: ShareAnswer | undefined;
  field: string;
  children: (props: {
    id: string;
    name: string;
    "aria-describedby": string;
    "aria-invalid"?: true;
  }) => ReactNode;
};

export function Labelled({ label, hint, answer, field, children }: LabelledProps) {
  const id = useId();
  const isWrong = codesAt(answer, field).length > 0;
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({
        ...{ id, name: field, "aria-describedby": `${id}-note` },
        ...(isWrong && { "aria-invalid": true as const }),
      })}
      <div id={`${id}-note`} className="text-xs text-ink-muted">
        {isWrong ? <Codes codes={codesAt(answer, field)} {...{ field, label }} /> : hint}
      </div>
    </div>
  );
}

type CodesProps = { codes: readonly string[]; field?: string; label?: string };

/** What is wrong with a field, or with the form. */
export function Codes({ codes, field = "", label = "" }: CodesProps) {
  const { t } = useTranslation("share");
  const { t: forms } = useTranslation("forms");
  if (codes.length === 0) return null;
  // What only this dialog is answered with no other page is to carry.
  const textOf = (code: string): string => {
    const [name, facts] = code.split("?");
    if (name === "link_changed") return t("refused.linkChanged");
    if (name === "mail_off") return t("mailOff");
    if (name === "none_shared") return t(`many.none.${whyOf(facts)}`);
    const email = name === "not_email" ? new URLSearchParams(facts).get("email") : null;
    return email === null
      ? formText(forms, code, { name: field, label })
      : t("refused.notEmail", { email });
  };
  return (
    <p role="alert" className="text-xs text-danger">
      {codes.map(textOf).join(" ")}
    </p>
  );
}

const WHYS = ["right", "changed", "gone", "withdrawn", "failed"] as const;
/** Why a clip was not shared, as the server's code says. */
function whyOf(facts: string | undefined): (typeof WHYS)[number] {
  const why = new URLSearchParams(facts).get("why");
  return WHYS.find((one) => one === why) ?? "failed";
}

export function Expiry({ maxDays }: { maxDays: number }) {
  const { t } = useTranslation("share");
  const { date } = useFormat();
  const id = useId();
  const days = [...PRESETS.filter((preset) => preset < maxDays), maxDays].filter(
    (preset) => preset <= 90 || preset === maxDays,
  );
  const usual = days.includes(14) ? 14 : maxDays;
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {t("expires")}
      </label>
      <span className="justify-self-start">
        <Select
          id={id}
          name="days"
          width="hug"
          defaultValue={String(usual)}
          options={days.map((count) => ({
            value: String(count),
            label: t("inDays", {
              count,
              date: date(new Date(Date.now() + count * DAY_MS).toISOString()),
            }),
          }))}
        />
      </span>
    </div>
  );
}
