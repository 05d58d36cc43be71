import { cva } from "class-variance-authority";
import { Popover as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { focusFirstField } from "./first-field.ts";

const look = cva(
  "z-50 max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-1rem)] overflow-y-auto rounded-panel border border-line bg-surface-raised p-3 text-sm text-ink shadow-float motion-safe:animate-layer",
  { variants: { size: { small: "w-56", medium: "w-80", wide: "w-[26rem]" } } },
);

type Props = {
  /** Names the layer for ears. */
  label: string;
  trigger: ReactElement;
  size?: "small" | "medium" | "wide";
  align?: "start" | "center" | "end";
  open?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  children: ReactNode;
};

/** Free content beside its trigger, with the focus in its first field; one Escape and a press outside close it. */
export function Popover(props: Props) {
  const { label, trigger, size = "medium", align = "start", open, onOpenChange, children } = props;
  return (
    <Radix.Root
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange ? { onOpenChange } : {})}
    >
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          onOpenAutoFocus={(event) => {
            if (event.currentTarget instanceof HTMLElement && focusFirstField(event.currentTarget))
              event.preventDefault();
          }}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={look({ size })}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
