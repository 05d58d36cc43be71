import type { ReactNode } from "react";

type Props = { text: string; children: ReactNode };

/** A short name that needs a sentence: a press opens it in place, by mouse, touch and keyboard, also without script. */
export function Explained({ text, children }: Props) {
  return (
    <details className="inline-block max-w-full align-top">
      {/* As high as a press needs, on the line of the words beside it. */}
      <summary title={text} className="-my-1 inline-flex max-w-full items-center rounded-mark py-1">
        {children}
      </summary>
      <p className="max-w-96 text-xs text-ink-muted">{text}</p>
    </details>
  );
}
