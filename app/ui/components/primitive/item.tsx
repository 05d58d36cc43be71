import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

/** A short list of things to do or look at, each with its buttons. */
export function ItemList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {children}
    </ul>
  );
}

type Props = {
  icon?: LucideIcon;
  /** Text or the link that names it. */
  title: ReactNode;
  /** A sentence, or Stages. */
  note?: ReactNode;
  actions?: ReactNode;
};

export function Item({ icon, title, note, actions }: Props) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-[7px]">
      {icon === undefined ? null : <Icon of={icon} />}
      <div className="min-w-0 flex-1 basis-48">
        <div className="text-base font-medium">{title}</div>
        {note === undefined ? null : <div className="text-xs text-ink-muted">{note}</div>}
      </div>
      {actions === undefined ? null : <div className="flex flex-wrap gap-2">{actions}</div>}
    </li>
  );
}
