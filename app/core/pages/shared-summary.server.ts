import { db } from "#app/core/platform/db.server.ts";
import type { RangeMs } from "#app/core/domain/views.ts";
import type { SharedLink } from "#app/core/domain/share/shared-link.server.ts";
import { findSummary } from "./playback-summary.server.ts";
import { quoteReader } from "./quote-reader.server.ts";
import type { SharedSection } from "./shared-views.ts";

/**
 * What the summary quotes from the part that is shared, by section, on the clock of the cut: items whose every quote lies
 * in it, in words that the call still has. Sentences of a model speak of the whole call, so they stay inside; so do the
 * words of a coach.
 */
export async function findSharedSummary({
  workspaceId,
  call,
  range,
  shows,
}: SharedLink): Promise<SharedSection[] | null> {
  if (call === null) return null;
  const [people, transcript] = await Promise.all([
    db.participant.findMany({
      where: { workspaceId, callId: call.id },
      select: { id: true, name: true, side: true, role: true },
    }),
    db.transcript.findFirst({
      where: { workspaceId, callId: call.id, isCurrent: true },
      select: { baseId: true, number: true, language: true },
    }),
  ]);
  if (!transcript) return null;
  const names = people.map(({ name }) => name);
  const read = await quoteReader({ workspaceId, ...transcript }, transcript.language, names);
  const summary = await findSummary(workspaceId, call.id, people, read);
  if (!summary) return null;
  const coaches = new Set(people.filter(({ role }) => role === "coach").map(({ id }) => id));
  const part = range ?? { t0Ms: 0, t1Ms: call.durationMs };
  const ids = summary.outputs.map(({ id }) => id);
  const kept = await findKept({ workspaceId, baseId: transcript.baseId }, ids, { part, coaches });
  const shown = summary.outputs.filter(({ id }) => kept.has(id));
  const bySection = Map.groupBy(shown, ({ section }) => section);
  const sections = [...bySection].map(([key, outputs]) => ({
    key,
    title: summary.sections.find((section) => section.key === key)?.title ?? null,
    quotes: outputs
      .flatMap(({ evidence }) => evidence)
      .map(({ speaker, side, t0Ms, quote }) => ({
        ...{ name: shows.names ? speaker : "", side, t0Ms: t0Ms - part.t0Ms, quote },
      })),
  }));
  return sections.filter(({ quotes }) => quotes.length > 0);
}

/**
 * Which outputs rest on nothing but what is shared: what rests on something said outside, or by a coach, speaks of more,
 * also where the quote is doubted and not shown. Words that were corrected since the summary was made, or given to another
 * person, are the call's no longer.
 */
async function findKept(
  { workspaceId, baseId }: { workspaceId: string; baseId: string },
  outputIds: readonly string[],
  { part, coaches }: { part: RangeMs; coaches: ReadonlySet<string> },
): Promise<Set<string>> {
  const quotes = await db.evidence.findMany({
    where: { workspaceId, ownerKind: "output", ownerId: { in: [...outputIds] } },
    select: {
      ...{ ownerId: true, baseId: true, segment: true, participantId: true },
      ...{ t0Ms: true, t1Ms: true, quote: true },
    },
  });
  const segments = await db.segment.findMany({
    where: {
      ...{ workspaceId, baseId, toVersion: null, isFinal: true },
      no: { in: quotes.map(({ segment }) => segment) },
    },
    select: { no: true, participantId: true, text: true },
  });
  const said = new Map(segments.map((segment) => [segment.no, segment]));
  const isShared = (quote: (typeof quotes)[number]): boolean => {
    const now = quote.baseId === baseId ? said.get(quote.segment) : undefined;
    const isSaid = now?.participantId === quote.participantId && now.text.includes(quote.quote);
    const isCoachs = quote.participantId !== null && coaches.has(quote.participantId);
    return isSaid && !isCoachs && quote.t0Ms >= part.t0Ms && quote.t1Ms <= part.t1Ms;
  };
  const unfit = new Set(quotes.filter((quote) => !isShared(quote)).map(({ ownerId }) => ownerId));
  return new Set(outputIds.filter((id) => !unfit.has(id)));
}
