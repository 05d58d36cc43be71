import { paths } from "#app/paths.ts";
import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { authorise, callAccess, visible } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { noteOpened } from "#app/core/domain/call/who-watched.server.ts";
import { DomainError } from "#app/core/domain/errors.ts";
import { notePrivateOpening } from "#app/core/domain/rights/private-access.server.ts";
import type { RangeMs, Side } from "#app/core/domain/views.ts";
import { joinWords } from "#app/core/domain/words/words.ts";
import { decodeWords } from "#app/core/domain/words/words-codec.ts";
import type { Evidence } from "./home-views.ts";
import { FLAGS } from "#app/core/domain/words/flags.ts";

/** A moment without an end is heard this long. */
const MOMENT_MS = 20_000;
const MOST_MS = 10 * 60_000;
const MOST_LINES = 40;

type Line = {
  name: string | null;
  side: Side | null;
  t0_ms: number;
  text: string;
  words: Uint8Array;
};

/**
 * A stretch of a call to hear and to read in place. Whoever asks for it has opened the call.
 * @param endMs null: a moment
 * @throws DomainError `not_found` for a call the actor may not know of, and one that has no length
 */
export async function openEvidence(
  actor: Member,
  callId: string,
  { startMs, endMs }: { startMs: number; endMs: number | null },
): Promise<Evidence> {
  const { workspaceId } = actor;
  const found = await db.call.findFirst({
    where: { id: callId, AND: visible(actor, "media.play") },
    select: { ...callAccess, durationMs: true },
  });
  const { durationMs } = authorise(actor, "media.play", found);
  if (durationMs === null) throw new DomainError("not_found");
  await notePrivateOpening(actor, callId);
  await noteOpened(actor, callId);
  const t0Ms = Math.min(startMs, durationMs);
  const end = endMs !== null && endMs > t0Ms ? endMs : t0Ms + MOMENT_MS;
  const range = { t0Ms, t1Ms: Math.min(end, t0Ms + MOST_MS, durationMs) };
  const [recording, lines] = await Promise.all([
    db.recording.findFirst({
      where: { workspaceId, callId, isPrimary: true, mediaRemovedAt: null },
      select: {
        files: { where: { kind: { in: ["mix", "track"] } }, select: { id: true, kind: true } },
      },
    }),
    linesIn(workspaceId, callId, range),
  ]);
  // One lane alone is what everybody hears: no second file was made of it.
  const files = recording?.files ?? [];
  const mix = files.find(({ kind }) => kind === "mix") ?? (files.length === 1 ? files[0] : null);
  return { callId, durationMs, range, mixUrl: mix ? paths.media(mix.id) : null, lines };
}

async function linesIn(
  workspaceId: string,
  callId: string,
  { t0Ms, t1Ms }: RangeMs,
): Promise<Evidence["lines"]> {
  const found = await rows<Line>(Prisma.sql`
    SELECT p.name, p.side, s.t0_ms, s.text, s.words FROM transcript t
    JOIN segment s ON s.workspace_id = t.workspace_id AND s.base_id = t.base_id AND s.is_final AND s.flags & ${FLAGS.bleed} = 0
      AND s.from_version <= t.number AND (s.to_version IS NULL OR s.to_version > t.number)
    LEFT JOIN participant p ON p.workspace_id = s.workspace_id AND p.id = s.participant_id
    WHERE t.workspace_id = ${workspaceId}::uuid AND t.call_id = ${callId}::uuid AND t.is_current
      AND s.t0_ms < ${t1Ms} AND s.t1_ms > ${t0Ms} ORDER BY s.t0_ms, s.no LIMIT ${MOST_LINES}`);
  return found.flatMap(({ name, side, t0_ms, text, words }) => {
    const inside = decodeWords(words, text, t0_ms).filter(({ startMs, endMs }) => {
      const middle = (startMs + endMs) / 2;
      return middle >= t0Ms && middle <= t1Ms;
    });
    const [first, last] = [inside[0], inside.at(-1)];
    if (!first || !last) return [];
    const at = { t0Ms: first.startMs, t1Ms: last.endMs };
    return [{ ...at, name: name ?? "", side, text: joinWords(inside).trim() }];
  });
}
