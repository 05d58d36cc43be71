import type { ReactNode } from "react";
import { Brand } from "#app/ui/components/primitive/brand.tsx";

type Props = {
  title: string;
  /** Behind the name of the product. */
  workspace?: string | undefined;
  facts?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
};

/** One centred column of 420 px: sign-in, lobby, shared, errors. */
export function NarrowPage({ title, workspace, facts, footer, children }: Props) {
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr_auto] px-5 py-[22px]">
      <header className="flex flex-wrap items-center justify-center gap-x-2">
        <Brand />
        {workspace === undefined ? null : (
          <span className="text-sm text-ink-muted">{workspace}</span>
        )}
      </header>
      <main
        id="content"
        className="grid grid-cols-[minmax(0,420px)] content-center justify-center py-7"
      >
        <h1 className="text-xl leading-tight font-strong tracking-tight wrap-anywhere">{title}</h1>
        {facts === undefined ? null : <div className="mt-1 text-sm text-ink-muted">{facts}</div>}
        <div className="mt-5 grid gap-4">{children}</div>
      </main>
      <footer className="flex flex-wrap justify-center gap-x-3 gap-y-1 text-xs text-ink-muted">
        {footer}
      </footer>
    </div>
  );
}
