import { cva } from "class-variance-authority";
import type { ReactNode } from "react";

const noteLook = cva("col-span-full text-xs", {
  variants: { tone: { muted: "text-ink-muted", warn: "text-warn" } },
});

/** A number; one that counts in no average is grey. */
export const valueLook = cva("text-lg", {
  variants: { isGrey: { true: "text-ink-muted", false: "font-strong" } },
});

/** Numbers under one another, so that they compare down the column. */
export function MetricList({ children }: { children: ReactNode }) {
  return <dl className="divide-y divide-line">{children}</dl>;
}

type Props = {
  label: string;
  /** With its unit: "47 %", "0.9 s". */
  value: string;
  /** Small, behind the value: "us". */
  unit?: string;
  /** Denominator and n: "11:02 of 23:28 speech. Your median 58 % (n 41)". */
  note?: ReactNode;
  tone?: "muted" | "warn";
  /** The value counts in no average: too short, too few. */
  isGrey?: boolean;
  /** A bar under the number, such as TalkBar. */
  bar?: ReactNode;
};

/** One number with its unit, denominator and n. */
export function Metric({ label, value, unit, note, tone = "muted", isGrey = false, bar }: Props) {
  return (
    <div className="grid grid-cols-[1fr_auto] items-baseline gap-x-2.5 gap-y-0.5 py-2">
      <dt className="text-base">{label}</dt>
      <dd className={valueLook({ isGrey })}>
        {value}
        {unit === undefined ? null : (
          <span className="ml-1 text-sm font-normal text-ink-muted">{unit}</span>
        )}
      </dd>
      {bar === undefined ? null : <dd className="col-span-full">{bar}</dd>}
      {note === undefined ? null : <dd className={noteLook({ tone })}>{note}</dd>}
    </div>
  );
}
