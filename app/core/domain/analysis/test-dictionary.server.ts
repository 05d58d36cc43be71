import { Prisma, rows } from "#app/core/platform/db.server.ts";
import { demand, visibleSql } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { listedCalls } from "../listed-calls.server.ts";
import { findSpokenCall } from "../transcript/spoken.server.ts";
import { joinWords } from "../words/words.ts";
import { cutByDictionary } from "../dictionary/alias.ts";
import { dictionaryFor } from "../dictionary/dictionary.server.ts";
import type { DictionaryTest, TestableCall, TestedPiece } from "../dictionary/term-views.ts";

const NEWEST = 20;
const SHOWN_LINES = 20;

const testable = (actor: Member, narrowed: Prisma.Sql) =>
  rows<TestableCall>(Prisma.sql`
    SELECT c.id, c.title FROM call c JOIN transcript t ON t.workspace_id = c.workspace_id AND t.call_id = c.id AND t.is_current
    WHERE ${visibleSql(actor, "call.read")} AND ${visibleSql(actor, "transcript.read")} AND ${listedCalls} AND ${narrowed}
    ORDER BY c.started_at DESC NULLS LAST, c.id DESC LIMIT ${NEWEST}`);

/** The newest calls with words, of those the actor may see. @throws DomainError `forbidden` */
export function listTestable(actor: Member): Promise<TestableCall[]> {
  demand(actor, "dictionary.manage");
  return testable(actor, Prisma.sql`true`);
}

/**
 * What the dictionary, with the terms of the call's team, would make of a call's words as they are now. Nothing is changed.
 * @returns null for a call that is not there for the actor, or has no words
 * @throws DomainError `forbidden`
 */
export async function testDictionary(
  actor: Member,
  callId: string,
): Promise<DictionaryTest | null> {
  demand(actor, "dictionary.manage");
  const { workspaceId } = actor;
  const [call] = await testable(actor, Prisma.sql`c.id = ${callId}::uuid`);
  const spoken = call && (await findSpokenCall(workspaceId, callId));
  if (!spoken) return null;
  const { trie } = await dictionaryFor(workspaceId, callId, spoken.language);
  const names = new Map(spoken.people.map(({ id, name }) => [id, name]));
  const lines = spoken.segments.map((segment) => ({
    ...{ t0Ms: segment.t0Ms, side: segment.side },
    name: segment.participantId === null ? null : (names.get(segment.participantId) ?? null),
    pieces: piecesOf(
      cutByDictionary(
        segment.words.map(({ text, t0Ms, t1Ms, confidence = null, isSpaced = true }) => ({
          ...{ text, startMs: t0Ms, endMs: t1Ms, confidence, isSpaced },
        })),
        trie,
      ),
    ),
  }));
  const changes = lines.filter(({ pieces }) => pieces.some(({ was, is }) => was !== is));
  return {
    call,
    words: spoken.segments.reduce((sum, { words }) => sum + words.length, 0),
    changed: changes.reduce(
      (sum, { pieces }) => sum + pieces.filter(({ was, is }) => was !== is).length,
      0,
    ),
    lines: changes.slice(0, SHOWN_LINES),
  };
}

/** Words that stay are one piece with their neighbours that stay, and with the space before what changes. */
function piecesOf(cut: ReturnType<typeof cutByDictionary>): TestedPiece[] {
  const pieces: TestedPiece[] = [];
  const stay = (text: string) => {
    const last = pieces.at(-1);
    if (last && last.was === last.is) {
      last.was += text;
      last.is = last.was;
    } else if (text !== "") pieces.push({ was: text, is: text });
  };
  for (const { said, better } of cut) {
    const space = said[0]?.isSpaced === true && pieces.length > 0 ? " " : "";
    if (better === null) stay(space + joinWords(said));
    else {
      stay(space);
      pieces.push({ was: joinWords(said), is: joinWords(better) });
    }
  }
  return pieces;
}
