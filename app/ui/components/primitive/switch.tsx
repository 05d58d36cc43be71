import { forwardRef, type InputHTMLAttributes } from "react";

type Props = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  "className" | "style" | "type" | "role" | "children"
> & {
  label: string;
};

/** On or off at once. A checkbox by nature, so that a form sends it without script. */
export const Switch = forwardRef<HTMLInputElement, Props>(function Switch({ label, ...rest }, ref) {
  return (
    <label className="inline-flex min-h-6 items-center gap-2.5 text-sm">
      <span className="relative inline-flex h-5 w-9 shrink-0">
        <input
          {...rest}
          ref={ref}
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox says by itself whether it is on
          role="switch"
          className="peer absolute inset-0 m-0 appearance-none rounded-full border border-line-control bg-surface-sunken checked:border-accent checked:bg-accent disabled:opacity-50"
        />
        <span className="pointer-events-none absolute top-1 left-1 size-3 rounded-full bg-line-control peer-checked:translate-x-4 peer-checked:bg-on-accent motion-safe:transition-transform" />
      </span>
      {label}
    </label>
  );
});
