import { Play, Type } from "lucide-react";
import { formatDuration } from "#app/i18n/format.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { type Draft, wholeMs } from "./draft.ts";

type Props = {
  draft: Draft;
  chosen: number;
  playing: number | null;
  onChoose: (at: number) => void;
  onPlay: () => void;
};

/** The third clock: the clip itself, each piece as wide as it is long, in the order in which it is heard. */
export function PiecesBar({ draft, chosen, playing, onChoose, onPlay }: Props) {
  const { t } = useTranslation("clip");
  const { pieces, card } = draft;
  return (
    <section
      aria-label={t("bar.label")}
      className="border-x border-line bg-surface-raised px-3.5 py-2.5 max-desk:mt-2 max-desk:rounded-panel max-desk:border-y desk:border-t"
    >
      <div className="mb-2 flex flex-wrap items-center gap-2 text-sm">
        <b className="font-medium">{t("bar.title")}</b>
        <span className="text-xs text-ink-muted">
          {t("bar.facts", { count: pieces.length, time: formatDuration(wholeMs(pieces)) })}
        </span>
        <span className="grow" />
        <Button size="small" icon={Play} onClick={onPlay}>
          {t("bar.play")}
        </Button>
      </div>
      <ol className="flex gap-1 overflow-x-auto pb-0.5">
        {card === null ? null : (
          <li className="w-28 shrink-0 rounded-control border border-line bg-surface-sunken px-2 py-1.5 text-xs">
            <span className="flex items-center gap-1 text-ink-muted">
              <Icon of={Type} /> {t("bar.card")}
            </span>
            <span className="line-clamp-2">{card}</span>
          </li>
        )}
        {pieces.map(({ t0Ms, t1Ms }, at) => (
          <li
            // A piece has no identity but its place.
            key={`${at} ${t0Ms}`}
            style={{ flexGrow: Math.max(1, t1Ms - t0Ms) }}
            className="min-w-24 basis-0"
          >
            <button
              type="button"
              aria-pressed={at === chosen}
              onClick={() => onChoose(at)}
              className={`flex w-full items-center gap-1.5 rounded-control border px-2 py-2 font-mono text-xs hover:bg-surface-hover aria-pressed:border-ink aria-pressed:font-medium ${at === playing ? "bg-surface-chosen" : ""} border-line-strong`}
            >
              <span className="sr-only">{t("bar.piece")}</span>
              <b className="font-strong">{at + 1}</b>
              <span className="text-ink-muted">{formatDuration(t0Ms)}</span>
              <span className="grow" />
              <span>{formatDuration(Math.max(0, t1Ms - t0Ms))}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
