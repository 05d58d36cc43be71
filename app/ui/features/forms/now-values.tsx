import type { SubmissionResult } from "@conform-to/react";
import { useTranslation } from "#app/i18n/translation.tsx";

/** A field as it stands now: `value` as forms send it, `shown` as people read it. */
export type NowValue = { name: string; label: string; value: string; shown: string };

/**
 * Beside a form that was refused because somebody else was quicker: what they left in the fields that differ from what
 * was typed. The form keeps the typed values and carries the new version, so sending it again is a decision.
 */
export function NowValues({
  result,
  values,
}: {
  result: SubmissionResult | undefined;
  values: readonly NowValue[];
}) {
  const { t } = useTranslation("setting");
  if (!isConflict(result)) return null;
  const other = values.filter(({ name, value }) => sentOf(result, name) !== value);
  return (
    <div className="rounded-control border border-line px-3.5 py-2.5 text-sm">
      <p className="font-medium">{t(other.length === 0 ? "now.same" : "now.title")}</p>
      {other.length === 0 ? null : (
        <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
          {other.map(({ name, label, shown }) => (
            <div key={name} className="contents">
              <dt className="text-ink-muted">{label}</dt>
              <dd className="wrap-anywhere">{shown === "" ? t("now.nothing") : shown}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

const isConflict = (result: SubmissionResult | undefined): result is SubmissionResult =>
  result?.error?.[""]?.some((code) => code.startsWith("changed_meanwhile")) ?? false;

function sentOf({ initialValue }: SubmissionResult, name: string): string {
  const value = initialValue?.[name];
  return typeof value === "string" ? value : "";
}
