import { cva } from "class-variance-authority";

/** The border, size and colours of whatever a person types or chooses in. */
export const controlLook = cva(
  "rounded-control border border-line-control bg-surface-raised px-2.5 text-ink aria-invalid:border-danger disabled:opacity-60 pointer-coarse:text-base pointer-coarse:min-h-10",
  {
    variants: {
      size: { small: "min-h-[30px] py-1 text-sm", control: "min-h-9 py-[7px] text-base leading-5" },
    },
    defaultVariants: { size: "control" },
  },
);
