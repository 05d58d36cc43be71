import { buffer } from "node:stream/consumers";
import * as z from "zod";
import type { Origin } from "#app/core/domain/access/actor.ts";
import { parseTime } from "#app/core/domain/call/time-query.ts";
import { type Embed, findEmbed } from "#app/core/domain/embed/embed.server.ts";
import { noteRefusedSite } from "#app/core/domain/embed/refused-sites.server.ts";
import { signMedia } from "#app/core/domain/embed/signature.server.ts";
import { DomainError } from "#app/core/domain/errors.ts";
import { codeOf } from "#app/core/domain/link-code.ts";
import { ANY_ORIGIN } from "#app/core/domain/origins.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { paths } from "#app/paths.ts";
import type { EmbedLane, EmbedShown, EmbedView } from "./embed-views.ts";

/** What an address may ask of a player; a bad value is as none (product §23). */
const wishes = z.object({
  lane: z.enum(["us", "them"]).nullable().catch(null),
  theme: z.enum(["light", "dark", "auto"]).catch("auto"),
  lang: z.enum(["en", "ja"]).nullable().catch(null),
});

type Asked = {
  search: URLSearchParams;
  origin: Origin;
  /** It would be a page of its own, and no part of another. */
  isDocument: boolean;
  /** Address of the page that frames it, or its origin; null: it is not said. */
  framedBy: string | null;
};

/**
 * The player of a key for a page that frames it; one neutral note where there is none, it ended, or it is opened by
 * itself. Nobody's session is asked for.
 * @throws DomainError `rate_limited` for who guesses
 */
export async function openEmbed(
  subjectId: string,
  { search, origin, isDocument, framedBy }: Asked,
): Promise<EmbedView> {
  const frame = {
    theme: wishes.shape.theme.parse(search.get("theme")),
    language: wishes.shape.lang.parse(search.get("lang")),
    keyboard: search.get("keyboard") !== "0",
  };
  const given = search.get("k");
  const embed = await findEmbed(subjectId, given, origin);
  const secret = given === null ? null : codeOf("embed", given);
  const none = { ...frame, shown: null, note: "unavailable" as const };
  // No key says where it may be framed; the note says nothing and runs no script, so any site may show it.
  if (given !== null && secret === null)
    return { ...none, note: "incomplete", status: 403, ancestors: [ANY_ORIGIN] };
  if (embed === null || secret === null) return { ...none, status: 403, ancestors: [ANY_ORIGIN] };
  const { origins: ancestors } = embed;
  if (isDocument) return { ...none, status: 403, ancestors };
  if (embed.state === "ended") return { ...none, status: 410, ancestors };
  await noteRefusedSite(embed, framedBy);
  if (embed.state === "preparing") return { ...none, note: "preparing", status: 200, ancestors };
  const shown = await shownOf(embed, { subjectId, secret, search });
  return { ...frame, status: 200, ancestors, note: null, shown };
}

async function shownOf(
  embed: Embed,
  { subjectId, secret, search }: { subjectId: string; secret: string; search: URLSearchParams },
): Promise<EmbedShown> {
  const { link, keyId, token } = embed;
  const { cut, shows } = link;
  if (cut === null) throw new DomainError("invalid_state");
  const playId = newId();
  const { workspaceId } = link;
  const tokenId = token?.tokenId ?? null;
  const signature = signMedia(cut.id, { workspaceId, keyId, tokenId, playId });
  const t = parseTime(search.get("t"));
  const end = parseTime(search.get("end"));
  const startMs = t !== null && t < cut.durationMs ? t : 0;
  const transcript = search.get("transcript");
  return {
    title: embed.showsTitle ? link.title : null,
    workspace: link.workspace.name,
    durationMs: cut.durationMs,
    lanes: await lanesOf(embed),
    soundUrl: paths.embedMedia(cut.id, "sound"),
    signedSoundUrl: `${paths.embedMedia(cut.id, "sound")}?s=${signature}`,
    wordsUrl: shows.transcript && cut.hasWords ? paths.embedMedia(cut.id, "words") : null,
    pulseUrl: paths.embedMedia(cut.id, "pulse", { of: subjectId, k: secret, play: playId }),
    heardUrl: paths.embedMedia(cut.id, "pulse"),
    signature,
    startMs,
    endMs: end !== null && end > startMs && end < cut.durationMs ? end : null,
    autoplay: search.get("autoplay") === "1",
    lane: wishes.shape.lane.parse(search.get("lane")),
    transcript: transcript === "1" ? true : transcript === "0" ? false : null,
    origins: embed.origins,
  };
}

/** Two lanes, those of the sides; one where it is not known who speaks. */
async function lanesOf({ link }: Embed): Promise<EmbedLane[]> {
  const { cut, shows, workspaceId } = link;
  if (cut === null) return [];
  const ids = cut.files.filter(({ kind }) => kind === "peaks").map(({ id }) => id);
  const files = await db.cutFile.findMany({
    where: { workspaceId, id: { in: ids } },
    select: { lane: true, key: true },
  });
  const peaks = new Map(
    await Promise.all(
      files.map(async ({ lane, key }) => {
        const bytes = await buffer(await blobs().get(key));
        return [lane ?? 0, new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)] as const;
      }),
    ),
  );
  const bySide = (side: "R" | "C" | null) =>
    cut.lanes.flatMap((lane, at) =>
      lane.side === side ? [{ ...lane, peaks: peaks.get(at) }] : [],
    );
  const laneOf = (lane: EmbedLane["lane"], side: "R" | "C" | null): EmbedLane[] => {
    const voices = bySide(side);
    if (voices.length === 0) return [];
    const [only] = voices;
    const theirs = shows.names && voices.length === 1 && only?.name !== "" ? only?.name : null;
    return [
      {
        lane,
        name: lane === "us" ? link.workspace.name : (theirs ?? null),
        peaks: loudest(voices.flatMap(({ peaks: one }) => (one ? [one] : []))),
      },
    ];
  };
  return [...laneOf("us", "R"), ...laneOf("them", "C"), ...laneOf(null, null)];
}

function loudest(voices: readonly Int8Array[]): Int8Array {
  const [first, ...others] = voices;
  const together = Int8Array.from(first ?? []);
  for (const other of others)
    for (let at = 0; at < together.length; at += 1)
      together[at] = Math.max(together[at] ?? 0, other[at] ?? 0);
  return together;
}
