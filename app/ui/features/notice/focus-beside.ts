import type { FormEvent } from "react";

/** For a form whose button goes with what it did: the focus stays near, on `target` within the `around` the form is in. */
export const focusBeside =
  (around: string, target: string) =>
  ({ currentTarget }: FormEvent<HTMLFormElement>): void => {
    const near = currentTarget.closest(around)?.querySelector<HTMLElement>(target);
    near?.focus({ preventScroll: true });
  };
