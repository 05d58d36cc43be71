import { ArrowDown, ArrowUp, Play, X } from "lucide-react";
import type { RangeMs } from "#app/core/domain/views.ts";
import { formatDuration } from "#app/i18n/format.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import { moved } from "./draft.ts";
import { SAVE_FORM } from "./save-bar.tsx";
import { TimeInput } from "./time-input.tsx";

type Props = {
  pieces: readonly RangeMs[];
  chosen: number;
  onChoose: (at: number) => void;
  onChange: (pieces: readonly RangeMs[]) => void;
  onPlay: (at: number) => void;
};

/** The pieces in the order in which they are heard: from, to, and their place. */
export function PieceList({ pieces, chosen, onChoose, onChange, onPlay }: Props) {
  const { t } = useTranslation("clip");
  const put = (at: number, part: Partial<RangeMs>) =>
    onChange(pieces.map((piece, n) => (n === at ? { ...piece, ...part } : piece)));
  const move = (from: number, to: number) => {
    onChange(moved(pieces, from, to));
    onChoose(to);
  };
  const drop = (at: number) => {
    onChange(pieces.filter((_, n) => n !== at));
    onChoose(Math.max(0, chosen > at || chosen === pieces.length - 1 ? chosen - 1 : chosen));
  };
  return (
    <section
      aria-label={t("pieces.title")}
      className="overflow-hidden rounded-panel border border-line bg-surface-raised"
    >
      <ol>
        {pieces.map(({ t0Ms, t1Ms }, at) => {
          const n = at + 1;
          return (
            <li
              // A piece has no identity but its place.
              key={n}
              aria-current={at === chosen ? "true" : undefined}
              className="flex flex-wrap items-center gap-x-2 gap-y-1.5 border-t border-line px-3 py-2 text-sm first:border-t-0 aria-[current]:bg-surface-chosen"
            >
              <button
                type="button"
                aria-pressed={at === chosen}
                aria-label={t("piece.choose", { n })}
                title={t("piece.choose", { n })}
                onClick={() => onChoose(at)}
                className="grid size-6 place-items-center rounded-chip border border-line-strong font-mono text-xs font-medium aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-surface-raised"
              >
                {n}
              </button>
              <TimeInput
                label={t("piece.from", { n })}
                wrong={t("field.wrongTime")}
                form={SAVE_FORM}
                ms={t0Ms}
                onTime={(ms) => put(at, { t0Ms: ms })}
              />
              <span>{t("piece.to")}</span>
              <TimeInput
                label={t("piece.end", { n })}
                wrong={t("field.wrongTime")}
                form={SAVE_FORM}
                ms={t1Ms}
                onTime={(ms) => put(at, { t1Ms: ms })}
              />
              <span className="font-mono text-xs text-ink-muted">
                {t1Ms > t0Ms ? formatDuration(t1Ms - t0Ms) : t("piece.reversed")}
              </span>
              <span className="grow" />
              <span className="flex items-center gap-0.5 noscript:hidden">
                <IconButton
                  {...{ icon: ArrowUp, label: t("piece.up", { n }) }}
                  disabledReason={at === 0 ? t("piece.isFirst") : undefined}
                  onClick={() => move(at, at - 1)}
                />
                <IconButton
                  {...{ icon: ArrowDown, label: t("piece.down", { n }) }}
                  disabledReason={at === pieces.length - 1 ? t("piece.isLast") : undefined}
                  onClick={() => move(at, at + 1)}
                />
                <IconButton
                  {...{ icon: Play, label: t("piece.play", { n }) }}
                  onClick={() => onPlay(at)}
                />
                <IconButton
                  {...{ icon: X, label: t("piece.remove", { n }) }}
                  disabledReason={pieces.length === 1 ? t("piece.isOnly") : undefined}
                  onClick={() => drop(at)}
                />
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
