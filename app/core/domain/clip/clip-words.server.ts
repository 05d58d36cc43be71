import { db } from "#app/core/platform/db.server.ts";
import type { Member } from "../access/actor.ts";
import { cutMade, type CutWords } from "../cut/cut.ts";
import { DomainError } from "../errors.ts";
import { encodePage } from "../transcript/wire-encode.ts";
import type { WireIndex, WirePage } from "../transcript/wire.ts";
import { isClipSeen, playable } from "./asked-clips.server.ts";

/** What is said in a clip, the language of its call, and the title card that its video begins with. */
export type ClipWords = {
  words: CutWords;
  title: string;
  card: string | null;
  language: string | null;
};

/**
 * The words of a clip on its own clock, for who may play the clip.
 * @throws DomainError `not_found`, `consent_blocked`, `invalid_state` until there are words of the newest transcript:
 * corrected and redacted ones are read nowhere else
 */
export async function getClipWords(actor: Member, clipId: string): Promise<ClipWords> {
  const clip = await db.clip.findFirst({
    where: { id: clipId, AND: playable(actor) },
    select: {
      ...{ title: true, card: true, revision: true },
      cut: { select: { words: true, wordsVersion: true, made: true } },
      call: {
        select: {
          language: true,
          participants: { where: { consent: "withdrawn" }, select: { id: true }, take: 1 },
          transcripts: { where: { isCurrent: true }, select: { number: true } },
        },
      },
    },
  });
  if (!clip) throw new DomainError("not_found");
  const { title, card, cut, call, revision } = clip;
  if (call.participants.length > 0) throw new DomainError("consent_blocked");
  const [current] = call.transcripts;
  if (!cut || cut.words === null || cut.wordsVersion !== current?.number)
    throw new DomainError("invalid_state");
  // Who is asked about it reads what was saved last, as they play it.
  const isOlder = cutMade.parse(cut.made)?.revision !== revision;
  if (isOlder && !(await isClipSeen(actor, clipId))) throw new DomainError("invalid_state");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `cut.make` wrote it from this very type
  return { words: cut.words as CutWords, title, card, language: call.language };
}

/**
 * The index of a clip's words, or a page of them, page 0 first.
 * @throws DomainError as `getClipWords`; `not_found` also beyond the last page
 */
export async function getClipWordsPage(
  actor: Member,
  clipId: string,
  page: number | "index",
): Promise<WireIndex | WirePage> {
  const { words } = await getClipWords(actor, clipId);
  if (page === "index") return words.index;
  // A clip in which nothing is said has a first page as well.
  const wanted = words.pages[page] ?? (page === 0 ? encodePage([]) : undefined);
  if (!wanted) throw new DomainError("not_found");
  return wanted;
}
