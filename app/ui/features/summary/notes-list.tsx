import type { CallNote } from "#app/core/domain/live/live-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Group, Line, Lines } from "./parts.tsx";
import { PlayLink } from "./play-link.tsx";

type Props = { notes: readonly CallNote[]; hrefAt: (ms: number) => string };

/** What people wrote and flagged while the call ran, each one press from what was said then. */
export function NotesList({ notes, hrefAt }: Props) {
  const { t } = useTranslation("panels");
  const { duration } = useFormat();
  if (notes.length === 0) return null;
  return (
    <Group title={t("notes.title")}>
      <Lines>
        {notes.map(({ id, t0Ms, body, by }) => (
          <Line key={id}>
            <PlayLink
              atMs={t0Ms}
              href={hrefAt(t0Ms)}
              className="flex items-baseline gap-3 rounded-mark hover:bg-surface-sunken"
            >
              <span className="shrink-0 font-mono text-xs text-ink-muted">{duration(t0Ms)}</span>
              <span className="min-w-0 wrap-anywhere whitespace-pre-wrap">
                {body ?? t("notes.flag")}
                <span className="ml-1.5 text-xs text-ink-muted">{by}</span>
              </span>
            </PlayLink>
          </Line>
        ))}
      </Lines>
    </Group>
  );
}
