import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Link } from "./link.tsx";

const BAR = "flex gap-0.5 overflow-x-auto border-b border-line px-2";
const TAB =
  "shrink-0 border-b-2 border-transparent px-2.5 py-2 text-sm text-ink-muted -outline-offset-2 hover:text-ink aria-[current=page]:border-ink aria-[current=page]:font-medium aria-[current=page]:text-ink data-[state=active]:border-ink data-[state=active]:font-medium data-[state=active]:text-ink";

export type LinkTab = { to: string; label: string; count?: number; isCurrent: boolean };

/** Tabs that live in the URL: links, so they work without script and can be sent to a colleague. */
export function LinkTabs({ label, tabs }: { label: string; tabs: LinkTab[] }) {
  return (
    <nav aria-label={label} className={BAR}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          preventScrollReset
          className={TAB}
          {...(tab.isCurrent ? { "aria-current": "page" } : {})}
        >
          <TabText label={tab.label} count={tab.count} />
        </Link>
      ))}
    </nav>
  );
}

export type ClientTab = { id: string; label: string; count?: number; panel: ReactNode };
type Props = {
  label: string;
  tabs: readonly ClientTab[];
  current?: string;
  onChange?: (id: string) => void;
};

/** Tabs inside one screen whose choice nobody needs to send. */
export function Tabs({ label, tabs, current, onChange }: Props) {
  const choice = current === undefined ? { defaultValue: tabs[0]?.id ?? "" } : { value: current };
  return (
    <Radix.Root {...choice} {...(onChange ? { onValueChange: onChange } : {})}>
      <Radix.List aria-label={label} className={BAR}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.id} value={tab.id} className={TAB}>
            <TabText label={tab.label} count={tab.count} />
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.id} value={tab.id}>
          {tab.panel}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}

function TabText({ label, count }: { label: string; count: number | undefined }) {
  return count === undefined ? label : `${label} ${count}`;
}
