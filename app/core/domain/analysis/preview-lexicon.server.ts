import { Prisma, rows } from "#app/core/platform/db.server.ts";
import { demand } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import type { LexiconAsked, LexiconLanguage } from "../dictionary/lexicon.schema.ts";
import type { LexiconPreview } from "../dictionary/lexicon-views.ts";
import {
  changesWith,
  findLexiconChanges,
  findLexiconHash,
} from "../dictionary/lexicon-words.server.ts";
import { LIMITS } from "../limits.ts";
import { METRICS_CONFIG } from "../metrics/input.ts";
import { heardIn } from "../metrics/talk-context.ts";
import { isFor, readableCalls } from "../tracker/past-calls.server.ts";
import { quoteOf } from "../tracker/preview.server.ts";
import type { PreviewHit } from "../tracker/tracker-views.ts";
import { findSpokenCall, type SpokenCall } from "../transcript/spoken.server.ts";
import type { LexiconChange, LexiconKind } from "../words/lexicon.ts";
import { metricsInputOf } from "./derived-rows.server.ts";

/** Read no further: a preview is an answer while one waits. */
const MOST_CALLS = 200;
const CALLS_AT_ONCE = 8;
const SHOWN = 30;

/**
 * What one list of words would change in the calls of the last days, beside the list in use: of those the actor may see,
 * the newest. Nothing is saved.
 * @param since only calls that began then or later
 * @throws DomainError `forbidden`
 */
export async function previewLexicon(
  actor: Member,
  asked: LexiconAsked,
  since: Date,
): Promise<LexiconPreview> {
  demand(actor, "dictionary.everywhere");
  const { workspaceId } = actor;
  const { language, list } = asked;
  const used = await findLexiconChanges(workspaceId, language);
  const wanted = changesWith(used, asked);
  const found = await rows<{ id: string }>(Prisma.sql`
    SELECT c.id FROM ${readableCalls(actor)} AND c.started_at >= ${since} AND ${isFor(null, language)}
    ORDER BY c.started_at DESC, c.id DESC LIMIT ${MOST_CALLS + 1}`);
  const ids = found.slice(0, MOST_CALLS).map(({ id }) => id);
  const sum = { before: 0, after: 0, added: 0, dropped: 0 };
  const hits: PreviewHit[] = [];
  for (let from = 0; from < ids.length; from += CALLS_AT_ONCE) {
    const some = ids.slice(from, from + CALLS_AT_ONCE);
    for (const call of await Promise.all(some.map((id) => findSpokenCall(workspaceId, id)))) {
      if (!call) continue;
      const [was, is] = [heard(call, used, list), heard(call, wanted, list)];
      const [added, dropped] = [without(is, was), without(was, is)];
      sum.before += was.length;
      sum.after += is.length;
      sum.added += added.length;
      sum.dropped += dropped.length;
      hits.push(...added.flatMap((one) => hitOf(call, one, "new")));
      hits.push(...dropped.flatMap((one) => hitOf(call, one, "dropped")));
    }
  }
  const order: PreviewHit["state"][] = ["new", "dropped"];
  return {
    ...{ calls: ids.length, isMore: found.length > MOST_CALLS, ...sum },
    hits: hits.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state)).slice(0, SHOWN),
  };
}

/** `t0Ms` and `t1Ms` on the call clock. */
type Heard = { speakerId: string; segment: number | null; t0Ms: number; t1Ms: number };

function heard(call: SpokenCall, lexicon: readonly LexiconChange[], list: LexiconKind): Heard[] {
  const { clock, units, fillers } = heardIn(metricsInputOf(call, { objections: null, lexicon }));
  const found =
    list === "filler"
      ? fillers
      : units
          .filter(({ isBackchannel }) => isBackchannel)
          .map(({ words, ...unit }) => ({ ...unit, segment: words[0]?.segment ?? null }));
  return found.map(({ speakerId, segment, ...range }) => ({
    ...{ speakerId, segment, ...clock.toCall(range) },
  }));
}

/** Those at whose time nothing of the same voice is among the others. */
const without = (some: readonly Heard[], others: readonly Heard[]): Heard[] =>
  some.filter(
    (one) =>
      !others.some(
        (other) =>
          other.speakerId === one.speakerId && other.t0Ms < one.t1Ms && one.t0Ms < other.t1Ms,
      ),
  );

function hitOf(call: SpokenCall, one: Heard, state: PreviewHit["state"]): PreviewHit[] {
  const segment = call.segments.find(({ no }) => no === one.segment);
  const fromWord = segment?.words.findIndex(({ t0Ms }) => t0Ms >= one.t0Ms) ?? -1;
  if (!segment || fromWord < 0) return [];
  const end = segment.words.findLastIndex(({ t0Ms }) => t0Ms < one.t1Ms) + 1;
  const person = call.people.find(({ id }) => id === one.speakerId);
  return [
    {
      ...{ state, callId: call.callId, title: call.title, t0Ms: one.t0Ms },
      ...{ name: person?.name ?? null, side: segment.side },
      ...quoteOf({ segment, fromWord, toWord: Math.max(end, fromWord + 1) }),
    },
  ];
}

/** Calls counted with other words than those in use, of those the actor may see. */
const otherwiseCounted = async (actor: Member, language: LexiconLanguage): Promise<Prisma.Sql> => {
  const hash = await findLexiconHash(actor.workspaceId, language);
  return Prisma.sql`${readableCalls(actor)} AND ${isFor(null, language)} AND EXISTS (SELECT 1 FROM metric_set m
    WHERE m.workspace_id = t.workspace_id AND m.transcript_id = t.id AND m.config = ${METRICS_CONFIG}
      AND m.lexicon_hash <> decode(${hash}, 'hex'))`;
};

/**
 * Calls that can be counted anew with the words in use: the newest first, up to what one run takes.
 * @throws DomainError `forbidden`
 */
export async function findCountedOtherwise(
  actor: Member,
  language: LexiconLanguage,
): Promise<{ callIds: string[]; isCut: boolean }> {
  demand(actor, "dictionary.everywhere");
  const found = await rows<{ id: string }>(Prisma.sql`
    SELECT c.id FROM ${await otherwiseCounted(actor, language)}
    ORDER BY c.started_at DESC NULLS LAST, c.id DESC LIMIT ${LIMITS.bulkRows + 1}`);
  const callIds = found.map(({ id }) => id);
  return { callIds: callIds.slice(0, LIMITS.bulkRows), isCut: callIds.length > LIMITS.bulkRows };
}

/** How many those are; no more than one run takes. @throws DomainError `forbidden` */
export async function countCountedOtherwise(
  actor: Member,
  language: LexiconLanguage,
): Promise<number> {
  demand(actor, "dictionary.everywhere");
  const [found] = await rows<{ n: number }>(Prisma.sql`
    SELECT count(*)::int AS n FROM (SELECT 1 FROM ${await otherwiseCounted(actor, language)} LIMIT ${LIMITS.bulkRows}) m`);
  return found?.n ?? 0;
}
