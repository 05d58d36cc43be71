import { useId } from "react";
import type { RecorderView } from "#app/core/domain/live/recorder-views.ts";
import type { Visibility } from "#app/core/domain/call/call-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";

export type DetailValues = {
  title: string;
  company: string;
  /** Empty: rules find it. */
  dealId: string;
  who: string;
  language: string;
  visibility: Visibility;
};
type Props = {
  title: string;
  deals: RecorderView["deals"];
  values: DetailValues;
  onChange: (values: DetailValues) => void;
  /** What is asked of who speaks in the tab; null where no tab is recorded. */
  whoLabel: string | null;
  /** A field was left, or something was chosen: what it says now. */
  onDone?: (values: DetailValues) => void;
};

const VISIBILITIES = ["private", "team", "workspace"] as const;
export const visibilityOf = (text: string | undefined): Visibility | undefined =>
  VISIBILITIES.find((one) => one === text);

/** What the call is about; everything of it can wait, or stay empty. */
export function Details({
  title,
  deals,
  values,
  onChange,
  whoLabel,
  onDone = () => undefined,
}: Props) {
  const { t } = useTranslation("recorder");
  const { t: choice } = useTranslation("lobby");
  const set = (change: Partial<DetailValues>) => onChange({ ...values, ...change });
  const choose = (change: Partial<DetailValues>) => {
    set(change);
    onDone({ ...values, ...change });
  };
  return (
    <Panel title={title} aside={t("details.canWait")}>
      <div className="grid gap-3" onBlur={() => onDone(values)}>
        <Line
          label={t("details.callTitle")}
          value={values.title}
          most={200}
          hint={t("details.titleHint")}
          onChange={(title) => set({ title })}
        />
        <Line
          label={t("details.company")}
          value={values.company}
          most={120}
          onChange={(company) => set({ company })}
        />
        {deals.length === 0 ? null : (
          <Choice
            label={t("details.deal")}
            value={values.dealId}
            options={[
              { value: "", label: t("details.dealByRules") },
              ...deals.map(({ id, name, company }) => ({
                value: id,
                label: company === null ? name : `${name} · ${company}`,
              })),
            ]}
            onChange={(dealId) => choose({ dealId })}
          />
        )}
        {whoLabel === null ? null : (
          <Line label={whoLabel} value={values.who} most={60} onChange={(who) => set({ who })} />
        )}
        <div className="grid grid-cols-2 gap-3">
          <Choice
            label={choice("call.language")}
            value={values.language}
            options={(["en", "ja"] as const).map((value) => ({
              value,
              label: choice(`call.${value}`),
            }))}
            onChange={(language) => choose({ language })}
          />
          <Choice
            label={choice("call.visibility")}
            value={values.visibility}
            options={VISIBILITIES.map((value) => ({ value, label: choice(`call.${value}`) }))}
            onChange={(value) => {
              const visibility = visibilityOf(value);
              if (visibility) choose({ visibility });
            }}
          />
        </div>
        <p className="text-xs text-ink-muted">{t("details.untilStop")}</p>
      </div>
    </Panel>
  );
}

type LineProps = {
  label: string;
  value: string;
  most: number;
  hint?: string;
  onChange: (value: string) => void;
};

function Line({ label, value, most, hint, onChange }: LineProps) {
  const id = useId();
  return (
    <div className="grid gap-[5px]">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        value={value}
        maxLength={most}
        autoComplete="off"
        {...(hint === undefined ? {} : { "aria-describedby": `${id}-hint` })}
        onChange={(event) => onChange(event.currentTarget.value)}
        className={controlLook({ className: "w-full" })}
      />
      {hint === undefined ? null : (
        <span id={`${id}-hint`} className="text-xs text-ink-muted">
          {hint}
        </span>
      )}
    </div>
  );
}

type ChoiceProps = {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
};

function Choice({ label, value, options, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div className="grid content-start gap-[5px]">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <Select
        id={id}
        value={value}
        options={options}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}
