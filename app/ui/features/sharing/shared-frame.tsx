import type { ReactNode } from "react";
import { Brand } from "#app/ui/components/primitive/brand.tsx";

type Props = {
  /** Null where it is not known whose link it is. */
  workspace: string | null;
  footer: ReactNode;
  /** One thing in the middle: a condition, or how it ended. */
  isCentred?: boolean;
  /** A list is beside the recording. */
  isWide?: boolean;
  children: ReactNode;
};

/** The page of somebody outside: whose it is on top, no navigation, and at the foot whom to ask for removal. */
export function SharedFrame({
  workspace,
  footer,
  isCentred = false,
  isWide = false,
  children,
}: Props) {
  const width = isWide ? "max-w-[1120px]" : "max-w-[760px]";
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr_auto]">
      <header className="border-b border-line">
        <p className={`mx-auto min-h-11 px-4 py-3 text-sm font-medium wrap-anywhere ${width}`}>
          {workspace ?? <Brand />}
        </p>
      </header>
      <main
        id="content"
        className={
          isCentred
            ? "mx-auto grid w-full max-w-[420px] content-center px-4 py-8"
            : `mx-auto w-full px-4 py-5 ${width}`
        }
      >
        {children}
      </main>
      <footer
        className={`mx-auto grid w-full max-w-[760px] justify-items-center gap-2 px-4 pt-4 text-center text-xs text-ink-muted ${isCentred ? "pb-6" : "pb-[calc(8rem+env(safe-area-inset-bottom))]"}`}
      >
        {footer}
        {workspace === null ? null : <Brand />}
      </footer>
    </div>
  );
}
