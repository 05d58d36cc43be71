import { cva } from "class-variance-authority";
import type { LucideIcon } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import { Fragment, type ReactElement } from "react";
import { Icon } from "./icon.tsx";
import { Key } from "./key.tsx";
import { Link } from "./link.tsx";

const row = cva(
  "flex min-h-8 items-center gap-[9px] rounded-[5px] px-2 py-1.5 text-sm outline-none data-highlighted:bg-surface-hover data-disabled:cursor-default data-disabled:opacity-50",
  { variants: { tone: { plain: "text-ink", danger: "text-danger" } } },
);

type ItemBase = {
  label: string;
  icon?: LucideIcon;
  keys?: string;
  tone?: "plain" | "danger";
  disabledReason?: string | undefined;
};
/** An item goes somewhere (`to`) or does something (`onSelect`). */
export type MenuItem = ItemBase & ({ to: string } | { onSelect: () => void });

type Props = {
  /** A Button or IconButton. */
  trigger: ReactElement;
  /** Groups, divided by a hairline. */
  groups: MenuItem[][];
  align?: "start" | "end";
};

/** Actions that belong to one thing. Needs script; what must work without it stands on the page. */
export function Menu({ trigger, groups, align = "end" }: Props) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) max-w-80 min-w-44 overflow-y-auto rounded-panel border border-line bg-surface-raised p-1.5 shadow-float motion-safe:animate-layer"
        >
          {groups.map((group, at) => (
            <Fragment key={group.map(({ label }) => label).join()}>
              {at === 0 ? null : <Radix.Separator className="my-1.5 h-px bg-line" />}
              {group.map((item) => (
                <MenuRow key={item.label} item={item} />
              ))}
            </Fragment>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function MenuRow({ item }: { item: MenuItem }) {
  const { label, icon, keys, tone = "plain", disabledReason } = item;
  const inside = (
    <>
      {icon === undefined ? null : <Icon of={icon} />}
      <span className="grow">
        {label}
        {disabledReason === undefined ? null : (
          <small className="block text-xs text-ink-muted">{disabledReason}</small>
        )}
      </span>
      {keys === undefined ? null : <Key>{keys}</Key>}
    </>
  );
  const isOff = disabledReason !== undefined;
  if ("to" in item && !isOff) {
    return (
      <Radix.Item asChild className={row({ tone })}>
        <Link to={item.to}>{inside}</Link>
      </Radix.Item>
    );
  }
  const select = "onSelect" in item ? { onSelect: item.onSelect } : {};
  return (
    <Radix.Item disabled={isOff} className={row({ tone })} {...select}>
      {inside}
    </Radix.Item>
  );
}
