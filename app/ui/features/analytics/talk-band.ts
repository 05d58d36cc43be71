import { type Bands, isSameBand, ourBand } from "#app/core/domain/metrics/bands.ts";
import type { TalkQuery } from "#app/core/domain/analytics/talk-stats-views.ts";
import { TALK_KINDS, type TalkKind } from "#app/core/domain/views.ts";

/** The one kind of talk that is asked for; null: several, or all. */
export const kindOf = ({ talk }: Pick<TalkQuery, "talk">): TalkKind | null =>
  talk.length === 1 ? (talk[0] ?? null) : null;

/** Whether the shaded range is the one the product came with, not one that the workspace set. */
export function isOurBand(query: Pick<TalkQuery, "talk" | "metric">, bands: Bands): boolean {
  const kind = kindOf(query);
  return (kind === null ? TALK_KINDS : [kind]).every((one) => {
    const own = bands[one][query.metric];
    return own === undefined || isSameBand(own, ourBand(query.metric, one));
  });
}
