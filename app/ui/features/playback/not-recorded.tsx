import type { PlaybackView } from "#app/core/pages/playback-views.ts";
import { useLanguage } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { MarkLine } from "#app/ui/features/transcript/mark-line.tsx";
import { useHrefAt } from "./use-href-at.ts";

/** So many stand open; of a longer list the reader is told how many there are. */
const OPEN = 3;

/** Who took part without being recorded, and every stretch in which somebody should have been, over the words. */
export function NotRecorded({ view: { call, people, marks } }: { view: PlaybackView }) {
  const { t } = useTranslation("player");
  const hrefAt = useHrefAt(call.id);
  const names = new Intl.ListFormat(useLanguage(), { type: "conjunction" });
  const unrecorded = people.flatMap(({ name, isRecorded }) => (isRecorded ? [] : [name]));
  if (unrecorded.length === 0 && marks.length === 0) return null;
  return (
    <section
      aria-label={t("mark.title")}
      className="mb-3 rounded-panel border border-line bg-surface-raised py-1.5"
    >
      {unrecorded.length === 0 ? null : (
        <p className="px-2.5 py-1 text-sm">
          {t("mark.people", { count: unrecorded.length, names: names.format(unrecorded) })}
        </p>
      )}
      {marks.length === 0 ? null : (
        <details open={marks.length <= OPEN}>
          <summary className="px-2.5 text-xs leading-6 text-ink-muted underline decoration-dotted underline-offset-3">
            {t("mark.count", { count: marks.length })}
          </summary>
          <ul>
            {marks.map((mark) => (
              <li key={`${mark.t0Ms} ${mark.kind} ${mark.name ?? ""}`}>
                <MarkLine mark={mark} hrefAt={hrefAt} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
