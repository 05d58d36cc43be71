import { cva } from "class-variance-authority";
import { Link } from "./link.tsx";

const bar = cva("flex overflow-x-auto border-b border-line", {
  variants: { width: { hug: "gap-0.5 px-2", full: "px-1" } },
});
const tab = cva(
  "shrink-0 border-b-2 border-transparent py-2 text-center text-ink-muted -outline-offset-2 hover:text-ink aria-[current=page]:border-ink aria-[current=page]:font-medium aria-[current=page]:text-ink",
  { variants: { width: { hug: "px-1.5 text-sm", full: "min-h-11 grow px-1 text-xs leading-7" } } },
);

export type LinkTab = {
  to: string;
  label: string;
  title?: string | undefined;
  count?: number | undefined;
  /** There is something new behind it: a dot, in words for ears. */
  unread?: string | undefined;
  isCurrent: boolean;
};
type Props = {
  label: string;
  tabs: readonly LinkTab[];
  /** `full`: over the whole width of a phone, high enough for a thumb, and so small that six fit without scrolling. */
  width?: "hug" | "full";
  /** Tabs of one page are no steps back. */
  replace?: boolean;
};

/** Tabs that live in the URL: links, so they work without script and can be sent to a colleague. */
export function LinkTabs({ label, tabs, width = "hug", replace = false }: Props) {
  return (
    <nav aria-label={label} className={bar({ width })}>
      {tabs.map(({ to, label: text, title, count, unread, isCurrent }) => (
        <Link
          key={to}
          to={to}
          replace={replace}
          preventScrollReset
          className={tab({ width })}
          title={title}
          {...(isCurrent ? { "aria-current": "page" } : {})}
        >
          {count === undefined ? text : `${text} ${count}`}
          {unread === undefined ? null : (
            <span className="ml-1 inline-block size-[7px] rounded-full bg-ink align-[0.15em]">
              <span className="sr-only">{unread}</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
