import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";

type Span = { first: number; last: number };
type Props = {
  texts: readonly string[];
  chosen: Span;
  onChoose: (span: Span) => void;
  /** What may be done with the chosen words, under them. */
  children: ReactNode;
};

/**
 * The words of a segment as buttons: the first press chooses one word, the next one the other end.
 * A third press begins anew. Keys and screen readers choose as the mouse does.
 */
export function WordPicker({ texts, chosen, onChoose, children }: Props) {
  const { t } = useTranslation("transcript");
  const choose = (at: number) => {
    const isOne = chosen.first === chosen.last;
    if (!isOne || at === chosen.first) onChoose({ first: at, last: at });
    else onChoose({ first: Math.min(at, chosen.first), last: Math.max(at, chosen.first) });
  };
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium">{t("correct.which")}</legend>
      <div className="flex max-h-40 flex-wrap gap-0.5 overflow-y-auto rounded-control border border-line bg-surface p-1.5">
        {texts.map((text, at) => (
          <button
            // Words of a segment never move while the dialog is open.
            key={`${at} ${text}`}
            type="button"
            aria-pressed={at >= chosen.first && at <= chosen.last}
            onClick={() => choose(at)}
            className="min-h-6 min-w-6 rounded-mark px-1 text-read hover:bg-surface-hover aria-pressed:bg-ink aria-pressed:text-surface-raised"
          >
            {text}
          </button>
        ))}
      </div>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-2">
        <p className="text-xs text-ink-muted">{t("correct.whichHint")}</p>
        {children}
      </div>
    </fieldset>
  );
}
