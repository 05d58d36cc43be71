import { useEffect, useId, useRef, useState } from "react";
import { parseTime } from "#app/core/domain/call/time-query.ts";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { tenths } from "./tenths.ts";

type Props = {
  label: string;
  /** Why the form is not sent, and what is said below the field, while its text is no time. */
  wrong: string;
  ms: number;
  onTime: (ms: number) => void;
  /** The id of the form that it holds back, where it lies outside of it. */
  form?: string;
};

/** Digits and signs of a Japanese keyboard are those of any other. */
const timeIn = (text: string): number | null => parseTime(text.normalize("NFKC").trim());

/** A time of the call to a tenth of a second. A text that is no time stays to be mended, and holds its form back. */
export function TimeInput({ label, wrong, ms, onTime, form }: Props) {
  const [text, setText] = useState(tenths(ms));
  const [isLeft, setIsLeft] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => setText(tenths(ms)), [ms]);
  const isWrong = timeIn(text) === null;
  useEffect(() => field.current?.setCustomValidity(isWrong ? wrong : ""), [isWrong, wrong]);
  const take = () => {
    const read = timeIn(text);
    setIsLeft(read === null);
    if (read !== null && tenths(read) !== tenths(ms)) onTime(read);
  };
  return (
    <span className="inline-grid gap-0.5">
      <input
        ref={field}
        form={form}
        value={text}
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        aria-invalid={isWrong}
        aria-describedby={isWrong && isLeft ? id : undefined}
        title={isWrong ? wrong : label}
        onChange={(event) => setText(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          take();
        }}
        className={controlLook({ size: "small", className: "w-[92px] font-mono" })}
      />
      {isWrong && isLeft ? (
        <span id={id} role="alert" className="max-w-[180px] text-xs text-danger">
          {wrong}
        </span>
      ) : null}
    </span>
  );
}
