import type { ReactNode } from "react";

/** A titled group of a panel, with a count beside its name where one is useful. */
export function Group({
  title,
  aside,
  children,
}: {
  title: string;
  aside?: string;
  children: ReactNode;
}) {
  return (
    <section className="mt-3.5 first:mt-0.5">
      <h3 className="mb-1.5 text-xs font-strong text-ink-muted">
        {title}
        {aside === undefined ? null : <span className="font-normal">, {aside}</span>}
      </h3>
      {children}
    </section>
  );
}

/** Lines with hairlines between them. */
export function Lines({ children }: { children: ReactNode }) {
  return <ul className="divide-y divide-line">{children}</ul>;
}
export function Line({ children }: { children: ReactNode }) {
  return <li className="py-[7px] text-base">{children}</li>;
}

/** What is not there, and why. */
export function Note({ children }: { children: ReactNode }) {
  return <p className="py-1 text-sm text-ink-muted">{children}</p>;
}
