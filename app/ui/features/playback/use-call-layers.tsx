import { CircleHelp, Flag, Handshake, MessageSquareQuote, type LucideIcon } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { HitView } from "#app/core/domain/hits/hit-views.ts";
import type { PlaybackView } from "#app/core/pages/playback-views.ts";
import type { Layer, RowLayer, ShadeLayer } from "#app/ui/features/player/layers.ts";
import { CommentRow } from "#app/ui/features/comment/comment-row.tsx";
import { MarkRow } from "#app/ui/features/player/mark-row.tsx";
import { PinRow, StretchRow } from "#app/ui/features/player/timeline-layers.tsx";
import { topicName } from "#app/ui/features/summary/topic-name.ts";
import { useChosenRange, useComments } from "#app/ui/features/comment/comments-context.tsx";

const SILENCE_MS = 3_000;
const OVERLAP_MS = 1_000;
const PINS: Partial<Record<HitView["kind"], LucideIcon>> = {
  question: CircleHelp,
  tracker: Flag,
  promise: Handshake,
  coach_mark: MessageSquareQuote,
};
const NONE: readonly Layer[] = [];

/** What is known of a call, for its timeline: all four layers as soon as there is anything, so that the menu stays, and gaps where there are any. */
export function useCallLayers({
  hits,
  metrics,
  marks,
}: Pick<PlaybackView, "hits" | "metrics" | "marks">): readonly Layer[] {
  const { t } = useTranslation("player");
  const { t: summary } = useTranslation("summary");
  const { comments } = useComments();
  const hasComments = comments.some(({ t0Ms }) => t0Ms !== null);
  const chosen = useChosenRange();
  return useMemo(() => {
    if (metrics === null && hits.length === 0 && marks.length === 0 && !hasComments) return NONE;
    const shade = (
      id: "silences" | "overlaps",
      leastMs: number,
      look: ShadeLayer["look"],
    ): Layer => {
      const ranges = metrics?.[id].filter(({ t0Ms, t1Ms }) => t1Ms - t0Ms >= leastMs) ?? [];
      const said = metrics === null ? {} : { said: t(`table.${id}`, { count: ranges.length }) };
      return { kind: "shade", id, label: t(`layer.${id}`), ranges, look, ...said };
    };
    const row = (
      id: "topics" | "comments" | "moments" | "gaps",
      inside: (name: string) => ReactNode,
    ): RowLayer => {
      const label = t(`layer.${id}`);
      return { kind: "row", id, label, row: inside(label) };
    };
    const topics = hits
      .filter(({ kind }) => kind === "topic")
      .map((hit) => ({ t0Ms: hit.t0Ms, t1Ms: hit.t1Ms, label: topicName(summary, hit) }));
    const pins = hits.flatMap(({ t0Ms, kind, rule, text }) => {
      const icon = PINS[kind];
      const id = `${t0Ms} ${kind} ${rule}`;
      const name = t(`moment.${kind}`);
      const label = text === null ? name : t("quoted", { text, kind: name });
      return icon === undefined ? [] : [{ id, t0Ms, label, icon }];
    });
    return [
      shade("silences", SILENCE_MS, "plain"),
      shade("overlaps", OVERLAP_MS, "hatched"),
      row("topics", (name) => <StretchRow name={name} stretches={topics} />),
      ...(hasComments
        ? [
            {
              ...row("comments", (name) => <CommentRow name={name} />),
              ...(chosen !== null && { chosen: [chosen] }),
            },
          ]
        : []),
      row("moments", (name) => <PinRow name={name} pins={pins} />),
      ...(marks.length === 0 ? [] : [row("gaps", (name) => <MarkRow name={name} marks={marks} />)]),
    ];
  }, [hits, metrics, marks, hasComments, chosen, t, summary]);
}
