import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { authorise, demand, trackerAccess, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import type { Side } from "../views.ts";
import { placeWords, type SpokenSegment } from "../words/spoken.ts";
import { decodeWords } from "../words/words-codec.ts";
import { type ActiveTracker, type TrackerMatch, trackerMatcher } from "./matcher.ts";
import { isFor, readableCalls } from "./past-calls.server.ts";
import { readPhrases } from "./tracker-hits.server.ts";
import type { TrackerPreviewAsked } from "./tracker.schema.ts";
import type { PreviewHit, TrackerPreview } from "./tracker-views.ts";
import { FLAGS } from "../words/flags.ts";

/** Read no further: a preview is an answer while one waits. */
const MOST_CALLS = 300;
const CALLS_AT_ONCE = 25;
const SHOWN = 30;
/** Letters around what was found. */
const AROUND = 90;

type Call = { id: string; title: string; base_id: string; number: number };
type Line = {
  call_id: string;
  no: number;
  participant_id: string | null;
  name: string | null;
  side: Side | null;
  t0_ms: number;
  t1_ms: number;
  text: string;
  words: Uint8Array;
};
type Spoken = SpokenSegment & { callId: string; name: string | null };

/**
 * What a tracker with these phrases would have heard, beside what the version in use hears in the same calls: of those
 * the actor may see, the newest.
 * @param since only calls that began then or later
 * @throws DomainError `not_found`, `forbidden`
 */
export async function previewTracker(
  actor: Member,
  { trackerId, teamId, ...content }: TrackerPreviewAsked,
  since: Date,
): Promise<TrackerPreview> {
  demand(actor, "dictionary.manage");
  const used = trackerId === undefined ? null : await findUsed(actor, trackerId);
  const { language } = content;
  const isOtherLanguage = used !== null && used.language !== language;
  const old = used === null || isOtherLanguage ? null : trackerMatcher([used], language);
  const asked = trackerMatcher(
    [
      {
        id: "asked",
        version: 0,
        name: "",
        side: content.side,
        phrases: readPhrases(content.phrases),
      },
    ],
    language,
  );
  const found = await rows<Call>(Prisma.sql`
    SELECT c.id, c.title, t.base_id, t.number FROM ${readableCalls(actor)}
      AND c.started_at >= ${since} AND ${isFor(used === null ? teamId : used.teamId, language)}
    ORDER BY c.started_at DESC, c.id DESC LIMIT ${MOST_CALLS + 1}`);
  const calls = found.slice(0, MOST_CALLS);
  const titles = new Map(calls.map(({ id, title }) => [id, title]));
  const [before, after] = [new Set<string>(), new Set<string>()];
  const hits: PreviewHit[] = [];
  const counts = { added: 0, dropped: 0 };
  for (let from = 0; from < calls.length; from += CALLS_AT_ONCE)
    for (const segment of await linesOf(actor, calls.slice(from, from + CALLS_AT_ONCE))) {
      const [was, is] = [old?.find([segment]) ?? [], asked.find([segment])];
      if (was.length > 0) before.add(segment.callId);
      if (is.length > 0) after.add(segment.callId);
      const [added, dropped] = [without(is, was), without(was, is)];
      counts.added += added.length;
      counts.dropped += dropped.length;
      const kept = is.filter((match) => !added.includes(match));
      const of = (state: PreviewHit["state"]) => (match: TrackerMatch) => ({
        ...{ state, callId: segment.callId, title: titles.get(segment.callId) ?? "" },
        ...{ t0Ms: match.t0Ms, name: segment.name, side: segment.side, ...quoteOf(match) },
      });
      hits.push(...added.map(of("new")), ...dropped.map(of("dropped")), ...kept.map(of("kept")));
    }
  const order: PreviewHit["state"][] = ["new", "dropped", "kept"];
  return {
    ...{ calls: calls.length, isMore: found.length > MOST_CALLS, ...counts },
    version: used?.version ?? null,
    ...{ before: before.size, after: after.size },
    hits: hits.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state)).slice(0, SHOWN),
  };
}

async function findUsed(actor: Member, trackerId: string) {
  const { name, teamId, versions } = authorise(
    actor,
    "tracker.change",
    await db.tracker.findFirst({
      where: { id: trackerId, AND: visible(actor, "tracker.read") },
      select: {
        ...{ ...trackerAccess, name: true },
        versions: {
          select: { number: true, side: true, language: true, phrases: true },
          orderBy: { number: "desc" },
          take: 1,
        },
      },
    }),
  );
  const { number = 1, side = null, language = "en", phrases = [] } = versions[0] ?? {};
  const active: ActiveTracker = {
    ...{ id: trackerId, version: number, name, side },
    phrases: readPhrases(phrases),
  };
  return { ...active, language, teamId };
}

async function linesOf({ workspaceId }: Member, calls: readonly Call[]): Promise<Spoken[]> {
  const found = await rows<Line>(Prisma.sql`
    SELECT v.call_id, s.no, s.participant_id, p.name, p.side, s.t0_ms, s.t1_ms, s.text, s.words
    FROM (VALUES ${Prisma.join(
      calls.map(
        ({ id, base_id, number }) => Prisma.sql`(${id}::uuid, ${base_id}::uuid, ${number}::int)`,
      ),
    )}) v(call_id, base_id, number)
    JOIN segment s ON s.workspace_id = ${workspaceId}::uuid AND s.base_id = v.base_id AND s.is_final AND s.flags & ${FLAGS.bleed} = 0
      AND s.from_version <= v.number AND (s.to_version IS NULL OR s.to_version > v.number)
    LEFT JOIN participant p ON p.workspace_id = s.workspace_id AND p.id = s.participant_id AND p.role <> 'coach'
    ORDER BY v.call_id, s.t0_ms, s.no`);
  return found.map((line) => ({
    ...{ callId: line.call_id, no: line.no, participantId: line.participant_id },
    ...{ name: line.name, side: line.side, t0Ms: line.t0_ms, t1Ms: line.t1_ms, text: line.text },
    words: decodeWords(line.words, line.text, line.t0_ms).map((word) => ({
      ...{ text: word.text, t0Ms: word.startMs, t1Ms: word.endMs, isSpaced: word.isSpaced },
    })),
  }));
}

/** Those of which nothing is among the others, at the same words. */
const without = (some: readonly TrackerMatch[], others: readonly TrackerMatch[]): TrackerMatch[] =>
  some.filter(
    (match) =>
      !others.some((other) => other.fromWord < match.toWord && match.fromWord < other.toWord),
  );

/** The words of a segment from one on, up to another, with what stands around them. */
export function quoteOf({
  segment,
  fromWord,
  toWord,
}: Pick<TrackerMatch, "segment" | "fromWord" | "toWord">) {
  const { text, places } = placeWords(segment);
  const [from, to] = [places[fromWord]?.from ?? 0, places[toWord - 1]?.to ?? text.length];
  const [start, end] = [Math.max(0, from - AROUND), Math.min(text.length, to + AROUND)];
  return {
    before: `${start > 0 ? "…" : ""}${text.slice(start, from)}`,
    marked: text.slice(from, to),
    after: `${text.slice(to, end)}${end < text.length ? "…" : ""}`,
  };
}
