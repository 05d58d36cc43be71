import { useEffect, useState } from "react";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { parseTime } from "#app/core/domain/call/time-query.ts";
import { tenths } from "./tenths.ts";

type Props = {
  label: string;
  /** What stands there in the place of a time that cannot be read. */
  wrong: string;
  ms: number;
  onTime: (ms: number) => void;
};

/** A time of the call to a tenth of a second, taken once it can be read. */
export function TimeInput({ label, wrong, ms, onTime }: Props) {
  const [text, setText] = useState(tenths(ms));
  useEffect(() => setText(tenths(ms)), [ms]);
  const isWrong = parseTime(text) === null;
  const take = () => {
    const read = parseTime(text);
    if (read !== null && tenths(read) !== tenths(ms)) onTime(read);
  };
  return (
    <input
      value={text}
      inputMode="decimal"
      autoComplete="off"
      aria-label={label}
      aria-invalid={isWrong}
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
  );
}
