import { db } from "#app/core/platform/db.server.ts";
import type { SharedLink } from "#app/core/domain/share/shared-link.server.ts";
import { findSummary } from "./playback-summary.server.ts";
import { quoteReader } from "./quote-reader.server.ts";
import type { SharedSection } from "./shared-views.ts";

/**
 * What the summary quotes from the part that is shared, by section, on the clock of the cut: items whose every quote lies
 * in it. Sentences of a model speak of
 * the whole call, so they stay inside; so do the words of a coach.
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
  const { t0Ms: from, t1Ms: to } = range ?? { t0Ms: 0, t1Ms: call.durationMs };
  // What rests on something said outside, or by a coach, speaks of more than is shared.
  const shown = summary.outputs.filter(({ evidence }) =>
    evidence.every(
      ({ t0Ms, t1Ms, participantId }) =>
        t0Ms >= from && t1Ms <= to && (participantId === null || !coaches.has(participantId)),
    ),
  );
  const bySection = Map.groupBy(shown, ({ section }) => section);
  const sections = [...bySection].map(([key, outputs]) => ({
    key,
    title: summary.sections.find((section) => section.key === key)?.title ?? null,
    quotes: outputs
      .flatMap(({ evidence }) => evidence)
      .map(({ speaker, side, t0Ms, quote }) => ({
        ...{ name: shows.names ? speaker : "", side, t0Ms: t0Ms - from, quote },
      })),
  }));
  return sections.filter(({ quotes }) => quotes.length > 0);
}
