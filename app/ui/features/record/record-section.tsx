import type { ReactNode } from "react";

/** One table of the record under its heading. */
export function RecordSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-1.5 text-xs font-strong text-ink-muted">{title}</h2>
      {children}
    </section>
  );
}
