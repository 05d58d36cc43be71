import type { LucideIcon } from "lucide-react";

/** A Lucide glyph at the size of a line. It is never the only label: a word or an aria-label stands with it. */
export function Icon({ of: Glyph }: { of: LucideIcon }) {
  return <Glyph size={16} strokeWidth={1.75} className="size-4 shrink-0" aria-hidden />;
}
