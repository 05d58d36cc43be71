import type { MarkView } from "#app/core/domain/recording/mark-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useMarkText } from "#app/ui/features/player/mark-text.ts";
import { hatch } from "#app/ui/features/player/mark-row.tsx";
import { usePlayer } from "#app/ui/features/player/player-context.tsx";

type Props = {
  mark: MarkView;
  hrefAt: (ms: number) => string;
  /** Among the words, which are one stop of the Tab key as a whole. */
  isAmongWords?: boolean;
};

/** A gap, pause or hold, in the columns of a segment: what looks like silence is none. */
export function MarkLine({ mark, hrefAt, isAmongWords = false }: Props) {
  const { t } = useTranslation("transcript");
  const { duration } = useFormat();
  const store = usePlayer();
  const say = useMarkText();
  const time = duration(mark.t0Ms);
  return (
    <div className="flex items-baseline gap-3 px-2.5 py-1 text-sm text-ink-soft">
      <a
        href={hrefAt(mark.t0Ms)}
        title={t("playFrom", { time })}
        {...(isAmongWords && { tabIndex: -1 })}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          store.seek(mark.t0Ms);
        }}
        className="inline-block min-h-6 min-w-10 shrink-0 rounded-mark font-mono text-xs leading-6 text-ink-muted hover:underline"
      >
        {time}
      </a>
      <span
        aria-hidden="true"
        className={`h-3 w-5 shrink-0 self-center ${hatch({ isFilled: mark.filledFrom !== null })}`}
      />
      <span className="min-w-0">{say(mark)}</span>
    </div>
  );
}

/**
 * The marks that are drawn before a segment: those that begin after the one before it began.
 * @param fromMs where that one began; null: there is none
 * @param toMs where the segment begins; null: it is the end of the words
 */
export function marksBefore(
  marks: readonly MarkView[],
  fromMs: number | null,
  toMs: number | null,
): MarkView[] {
  return marks.filter(
    ({ t0Ms }) => (toMs === null || t0Ms < toMs) && (fromMs === null || t0Ms >= fromMs),
  );
}
