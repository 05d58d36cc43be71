import { cva } from "class-variance-authority";
import { initialsOf } from "./initials.ts";

const look = cva("face", {
  variants: {
    side: {
      us: "bg-us-wash text-us-ink",
      them: "bg-them-wash text-them-ink",
      none: "bg-surface-sunken text-ink-soft",
    },
    size: { small: "size-5", control: "size-[26px]" },
  },
});

type Props = { name: string; side?: "us" | "them" | "none"; size?: "small" | "control" };

/** A person as initials, in the wash of their side; neutral where no side is meant. The name stands beside it. */
export function Face({ name, side = "none", size = "control" }: Props) {
  return (
    <span aria-hidden className={look({ side, size })}>
      {initialsOf(name)}
    </span>
  );
}
