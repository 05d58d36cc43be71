import { forwardRef, type InputHTMLAttributes, useCallback } from "react";

export type CheckboxProps = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  "className" | "style" | "type" | "children"
> & {
  /** Some of what it stands for is chosen. */
  isMixed?: boolean;
};

/** The browser's checkbox in ink. A name comes from a label around it or `aria-label`. */
export const Checkbox = forwardRef<HTMLInputElement, CheckboxProps>(function Checkbox(
  { isMixed = false, ...rest },
  ref,
) {
  const mix = useCallback(
    (input: HTMLInputElement | null) => {
      if (input !== null) input.indeterminate = isMixed;
      if (typeof ref === "function") ref(input);
      else if (ref !== null) ref.current = input;
    },
    [isMixed, ref],
  );
  return <input {...rest} ref={mix} type="checkbox" className="box" />;
});
