import { cva, type VariantProps } from "class-variance-authority";

/** Shared by everything that looks like a button: one primary on a screen, live only for on air. */
export const buttonLook = cva(
  "inline-flex items-center justify-center gap-[7px] rounded-control border text-sm font-medium leading-5 aria-pressed:bg-surface-chosen aria-disabled:cursor-default aria-disabled:opacity-50 pointer-coarse:min-h-9",
  {
    variants: {
      tone: {
        primary:
          "border-transparent bg-accent text-on-accent not-aria-disabled:hover:bg-accent-hover",
        plain:
          "border-line-strong bg-surface-raised text-ink not-aria-disabled:hover:bg-surface-hover",
        quiet: "border-transparent text-ink-soft not-aria-disabled:hover:bg-surface-hover",
        danger:
          "border-line-strong bg-surface-raised text-danger not-aria-disabled:hover:bg-surface-hover",
        live: "border-transparent bg-live text-on-live not-aria-disabled:hover:brightness-95",
      },
      size: {
        small: "min-h-6 px-2 py-0.5",
        control: "min-h-[29px] px-[11px] py-1",
        tall: "min-h-9 px-4 py-2",
      },
      width: { hug: "", full: "w-full" },
    },
    defaultVariants: { size: "control", width: "hug" },
  },
);

type Looks = VariantProps<typeof buttonLook>;
export type ButtonTone = NonNullable<Looks["tone"]>;
export type ButtonSize = NonNullable<Looks["size"]>;
export type ButtonWidth = NonNullable<Looks["width"]>;
