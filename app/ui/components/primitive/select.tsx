import { cva } from "class-variance-authority";
import { ChevronDown } from "lucide-react";
import { forwardRef, type SelectHTMLAttributes } from "react";
import { controlLook } from "./control-look.ts";
import { Icon } from "./icon.tsx";

const look = cva("appearance-none pr-8", {
  variants: { width: { full: "w-full", hug: "w-auto", desk: "w-full desk:w-auto" } },
});

const FRAME = {
  full: "relative block",
  // An item of a grid would be stretched beyond its select.
  hug: "relative inline-block w-fit",
  desk: "relative block desk:inline-block",
};

export type SelectOption = { value: string; label: string; isDisabled?: boolean };
type Props = Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  "className" | "style" | "children" | "size"
> & {
  options: readonly SelectOption[];
  size?: "small" | "control";
  /** `desk`: as wide as its words where there is room. */
  width?: keyof typeof FRAME;
};

/** One of a few. The browser's own select: it works without script and opens as phones do. */
export const Select = forwardRef<HTMLSelectElement, Props>(function Select(
  { options, size = "control", width = "full", ...rest },
  ref,
) {
  return (
    <span className={FRAME[width]}>
      <select {...rest} ref={ref} className={controlLook({ size, className: look({ width }) })}>
        {options.map(({ value, label, isDisabled }) => (
          <option key={value} value={value} disabled={isDisabled ?? false}>
            {label}
          </option>
        ))}
      </select>
      <span className="pointer-events-none absolute inset-y-0 right-2.5 grid place-items-center">
        <Icon of={ChevronDown} />
      </span>
    </span>
  );
});
