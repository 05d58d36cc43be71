import { Tooltip as Radix } from "radix-ui";
import type { ReactElement } from "react";
import { Key } from "./key.tsx";

type Props = { text: string; keys?: string; children: ReactElement };

/** A few words beside a control on hover and focus; never the only place of a fact. */
export function Tooltip({ text, keys, children }: Props) {
  return (
    <Radix.Provider delayDuration={400}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={6}
            collisionPadding={8}
            className="z-50 flex max-w-72 items-center gap-2 rounded-control border border-line bg-surface-raised px-2 py-1 text-xs text-ink shadow-float motion-safe:animate-layer"
          >
            {text}
            {keys === undefined ? null : <Key>{keys}</Key>}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
