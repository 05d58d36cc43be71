import { Check, Lock } from "lucide-react";
import { cva } from "class-variance-authority";
import { useMemo, useRef } from "react";
import type { CommentView } from "#app/core/domain/comment/comment-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useFormat } from "#app/i18n/place.tsx";
import { initialsOf } from "#app/ui/components/primitive/initials.ts";
import { groupPins } from "#app/ui/features/player/group-pins.ts";
import { usePlayerState } from "#app/ui/features/player/player-context.tsx";
import { LayerRow } from "#app/ui/features/player/timeline-layers.tsx";
import { useWidth } from "#app/ui/features/player/use-width.ts";
import { useComments } from "./comments-context.tsx";

const pin = cva(
  "absolute top-[3px] grid h-4 min-w-[19px] -translate-x-1/2 place-items-center rounded-chip border px-0.5 text-[9px] leading-none font-strong",
  {
    variants: {
      isChosen: {
        true: "border-transparent bg-ink text-surface-raised",
        false: "border-line-strong bg-surface-raised text-ink-soft hover:bg-surface-hover",
      },
      isPrivate: { true: "border-dashed", false: "" },
    },
  },
);

/** Comments under the voices, with the stretches they are about; the list beside it says the same. */
export function CommentRow({ name }: { name: string }) {
  const { t } = useTranslation("comment");
  const { duration } = useFormat();
  const { comments, chosen, choose } = useComments();
  const durationMs = usePlayerState((state) => state.durationMs);
  const box = useRef<HTMLDivElement>(null);
  const widthPx = useWidth(box);
  const placed = useMemo(() => comments.flatMap(placedOf), [comments]);
  const groups = useMemo(
    () => groupPins(placed, durationMs, widthPx),
    [placed, durationMs, widthPx],
  );
  if (durationMs === 0 || placed.length === 0) return null;
  const share = (ms: number) => `${(ms / durationMs) * 100}%`;
  return (
    <LayerRow name={name}>
      <div ref={box} className="absolute inset-0">
        {placed.map(({ id, t0Ms, t1Ms }) =>
          t1Ms === null ? null : (
            <span
              key={id}
              className="absolute top-[10px] h-0.5 bg-line-strong"
              style={{ left: share(t0Ms), width: share(t1Ms - t0Ms) }}
            />
          ),
        )}
        {groups.map((group) => {
          const shown = group.find(({ id }) => id === chosen?.id) ?? group[0];
          const { id, t0Ms, author, body, isPrivate, resolved } = shown;
          const text = body === "" ? t("flagged") : body;
          return (
            <button
              key={id}
              type="button"
              tabIndex={-1}
              title={`${duration(t0Ms)} ${author.name}: ${text}`}
              onClick={() => choose(id)}
              className={pin({ isChosen: id === chosen?.id, isPrivate })}
              style={{ left: share(t0Ms) }}
            >
              {isPrivate ? (
                <Lock size={10} strokeWidth={2.2} aria-hidden />
              ) : resolved !== null ? (
                <Check size={10} strokeWidth={2.2} aria-hidden />
              ) : (
                initialsOf(author.name)
              )}
              {group.length === 1 ? null : (
                <span className="absolute -top-1.5 -right-2 text-[9px] leading-none text-ink-muted">
                  {group.length}
                </span>
              )}
            </button>
          );
        })}
      </div>
    </LayerRow>
  );
}

type Placed = CommentView & { t0Ms: number };
const placedOf = (comment: CommentView): Placed[] =>
  comment.t0Ms === null || comment.parentId !== null || comment.isDeleted
    ? []
    : [{ ...comment, t0Ms: comment.t0Ms }];
