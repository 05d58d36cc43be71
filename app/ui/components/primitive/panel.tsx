import { cva } from "class-variance-authority";
import { type ReactNode, useId } from "react";

const look = cva("min-w-0 rounded-panel border border-line bg-surface-raised", {
  variants: { inside: { padded: "px-4 pt-3 pb-4", flush: "overflow-hidden" } },
});

type Props = {
  title?: string;
  /** Beside the title: a count, a link. */
  aside?: ReactNode;
  inside?: "padded" | "flush";
  children: ReactNode;
};

/** Paper on paper: a hairline around things that belong together. With a title it is a named region. */
export function Panel({ title, aside, inside = "padded", children }: Props) {
  const id = useId();
  if (title === undefined) return <div className={look({ inside })}>{children}</div>;
  return (
    <section aria-labelledby={id} className={look({ inside })}>
      <div
        className={
          inside === "flush" ? "flex items-baseline gap-2 px-4 pt-3" : "flex items-baseline gap-2"
        }
      >
        <h2 id={id} className="mt-0.5 mb-2.5 grow text-xs font-strong text-ink-muted">
          {title}
        </h2>
        {aside === undefined ? null : <span className="text-xs text-ink-muted">{aside}</span>}
      </div>
      {children}
    </section>
  );
}
