import type { MarkView } from "#app/core/domain/recording/mark-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useMarkText } from "#app/ui/features/player/mark-text.ts";
import { hatch } from "#app/ui/features/player/mark-row.tsx";
import { usePlayer } from "#app/ui/features/player/player-context.tsx";

type Props = { mark: MarkView; hrefAt: (ms: number) => string };

/** A gap, pause or hold among the words, in the columns of a segment: what looks like silence is none. */
export function MarkLine({ mark, hrefAt }: Props) {
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

/** The marks that stand before a segment: those that begin after the one before it began. */
export function marksBefore(
  marks: readonly MarkView[],
  beforeMs: number | null,
  segmentMs: number,
): MarkView[] {
  return marks.filter(({ t0Ms }) => t0Ms < segmentMs && (beforeMs === null || t0Ms >= beforeMs));
}
