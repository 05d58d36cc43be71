import { useLocation } from "@remix-run/react";
import { type ReactNode, type RefObject, useEffect, useRef, useSyncExternalStore } from "react";

type Props = {
  title: string;
  /** Puts something around or beside the heading: the way to change it. */
  heading?: (h1: ReactNode) => ReactNode;
  /** The line under the title: times, company, tags. */
  facts?: ReactNode;
  /** Beside the title: "1,000+ calls". */
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** A screen: one h1, which takes the focus after a navigation, its facts and actions, then the content. */
export function Page({
  title,
  heading: around = (h1) => h1,
  facts,
  note,
  actions,
  children,
}: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusAfterNavigation(heading);
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <div className="flex flex-wrap items-baseline gap-x-3">
            {around(
              <h1
                ref={heading}
                tabIndex={-1}
                className="text-xl leading-tight font-strong tracking-tight wrap-anywhere"
              >
                <bdi>{title}</bdi>
              </h1>,
            )}
            {note === undefined ? null : <span className="text-sm text-ink-muted">{note}</span>}
          </div>
          {facts === undefined ? null : (
            <div className="mt-1 flex flex-wrap items-center gap-x-3.5 gap-y-1.5 text-sm text-ink-muted">
              {facts}
            </div>
          )}
        </div>
        {actions === undefined ? null : (
          <div className="relative flex flex-wrap gap-2">{actions}</div>
        )}
      </header>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] content-start gap-4">{children}</div>
    </>
  );
}

/** A fact that stands out among the facts. */
export function Fact({ children }: { children: ReactNode }) {
  return <b className="font-medium text-ink-soft">{children}</b>;
}

/**
 * Filters, tabs and times change the query only: those do not move the focus. Nor does script that takes over what the
 * server wrote: by then the reader may be somewhere on the page, with a key half pressed. (A page loaded anew keeps the
 * key of its history entry, so that the key does not tell.)
 */
function useFocusAfterNavigation(heading: RefObject<HTMLHeadingElement>) {
  const { pathname } = useLocation();
  const isWritten = useSyncExternalStore(never, no, yes);
  const written = useRef(isWritten ? pathname : null);
  useEffect(() => {
    if (written.current === pathname) return;
    written.current = null;
    heading.current?.focus({ preventScroll: true });
  }, [heading, pathname]);
}

// For `isWritten`: true while React takes over the server's page, false on a screen the browser made.
const never = () => no;
const no = () => false;
const yes = () => true;
