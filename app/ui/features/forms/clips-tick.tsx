import { useId } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Checkbox } from "#app/ui/components/primitive/checkbox.tsx";

type Props = {
  /** Of one call or of many. */
  of: "call" | "calls";
  clips: number;
  /** Of these, those that another member made. */
  others: number;
  /** Links to them that work now. */
  links: number;
  /** Of the form that is sent; without it the tick is the caller's to send. */
  form?: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
};

/** Whether the clips of calls go with them, in the question before those are deleted; says what becomes of them. */
export function ClipsTick({ of, clips, others, links, form, isOn, onChange }: Props) {
  const { t } = useTranslation("trash");
  const id = useId();
  const own = t(of === "call" ? "clips" : "clipsOfMany", { count: clips });
  return (
    <div className="flex items-start gap-2 text-sm">
      <Checkbox
        id={id}
        name="withClips"
        value="on"
        form={form}
        checked={isOn}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        aria-describedby={`${id}d`}
      />
      <div>
        <label htmlFor={id} className="font-medium">
          {others === 0 ? own : t("others", { count: others, clips: own })}
        </label>
        <p id={`${id}d`} className="text-xs text-ink-muted">
          {t(isOn ? (of === "call" ? "with" : "withMany") : "without", { count: clips })}
          {isOn && links > 0 ? ` ${t("links", { count: links })}` : null}
        </p>
      </div>
    </div>
  );
}
