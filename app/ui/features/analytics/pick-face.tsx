import { ChevronDown } from "lucide-react";
import { Icon } from "#app/ui/components/primitive/icon.tsx";

/** A closed filter: what it is called, and what is chosen. Ears get both from the button's label. */
export const PickFace = ({ label, value }: { label: string; value: string }) => (
  <span
    aria-hidden
    className="inline-flex min-h-[30px] max-w-full items-center gap-1.5 rounded-control border border-line-control bg-surface-raised px-2.5 text-sm pointer-coarse:min-h-10"
  >
    <small className="text-xs text-ink-muted">{label}</small>
    <span className="max-w-[55vw] truncate desk:max-w-96">{value}</span>
    <Icon of={ChevronDown} />
  </span>
);
