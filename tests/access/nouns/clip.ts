import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import {
  type ClipRow,
  can,
  clipAccess,
  visible,
  visibleSql,
} from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { NOUNS } from "#app/core/domain/access/policy/policy.ts";
import { noteClipOpened } from "#app/core/domain/clip/clip-plays.server.ts";
import { wordsOfRanges } from "#app/core/domain/cut/words.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { Prisma, db, rows } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { type SignedIn, aCall, aClip, aClipItem, aLibrary } from "#tests/support/factories.ts";
import {
  begin,
  beginEach,
  type Cast,
  type Fixtures,
  type Ids,
  nounCase,
  partOfCall,
  type Place,
} from "../noun.ts";
import { isLibraryRead } from "./library.ts";

const CLIPS = ["clipId", "clipFileId", "goneClipId", "goneDeletionId"] as const;
declare module "../noun.ts" {
  interface Kinds extends Ids<typeof CLIPS> {}
}

/** Nothing but its row is left. */
const REMOVED = { deletedAt: new Date(), removedAt: new Date(), title: "", folded: "" };
type Permission = keyof (typeof NOUNS)["clip"];

/** Its own audience × team × owner; of calls that are private, in the trash, or gone; in libraries of each kind. */
async function seed({ teams: { one, two }, people }: Cast): Promise<void> {
  const [rep] = [people["rep"]];
  if (!rep) return;
  const call = await aCall(rep, { visibility: "private", teamId: one.id });
  for (const visibility of ["private", "team", "workspace"] as const)
    for (const teamId of [null, one.id, two.id])
      for (const owner of Object.values(people)) {
        await aClip(call, owner, { visibility, teamId });
        await aClip(call, owner, { visibility, teamId, deletedAt: new Date() });
        await aClip(call, owner, { visibility, teamId, ...REMOVED });
      }
  const library = { personal: {}, workspace: {}, team: { teamId: two.id } } as const;
  for (const kind of ["personal", "workspace", "team"] as const)
    for (const more of [{}, { isAsked: true }, { deletedAt: new Date() }]) {
      const into = await aLibrary(rep, { kind, ...library[kind] });
      await aClipItem(into, await aClip(call, rep), rep, more);
    }
  const gone = await aLibrary(rep, { kind: "workspace", deletedAt: new Date() });
  await aClipItem(gone, await aClip(call, rep), rep);
  for (const state of ["trashed", "purged"] as const)
    await aClip(await aCall(rep, { kind: "upload", state }), rep, { visibility: "workspace" });
}

/** product §3.2.6 and §3.3, by hand: who may open the call plays no part. */
function isAllowed(actor: Member, permission: Permission, row: ClipRow): boolean {
  if (row.workspaceId !== actor.workspaceId || row.call.state === "purged") return false;
  if ((row.deletedAt !== null) !== (permission === "clip.restore")) return false;
  if (row.removedAt !== null) return false;
  const isHidden = row.visibility === "private";
  if (isHidden && actor.impersonator !== null) return false;
  if (row.ownerId === actor.memberId) return true;
  // Who reads a library that it is in hears it, private or not; a personal library opens nothing.
  const isHeard = row.items.some(
    ({ library }) => library.kind !== "personal" && isLibraryRead(actor, library),
  );
  if (permission === "clip.read" && isHeard) return true;
  if (isHidden) return false;
  if (actor.role === "admin") return true;
  const isInScope = actor.role === "manager" && actor.scopeTeamIds.includes(row.teamId ?? "");
  if (permission !== "clip.read") return isInScope;
  return isInScope || row.visibility === "workspace" || actor.teamIds.includes(row.teamId ?? "");
}

export const clip = nounCase<Permission>({
  rights: NOUNS.clip,
  seed,
  load: () => db.clip.findMany({ select: { ...clipAccess, id: true } }),
  one: can,
  many: (actor, permission) =>
    db.clip.findMany({ where: visible(actor, permission), select: { id: true } }),
  sql: (actor, permission) =>
    rows(Prisma.sql`SELECT cl.id FROM clip cl WHERE ${visibleSql(actor, permission)}`),
  isAllowed,
});

const clips = partOfCall(CLIPS, async ({ owner, call }) => aMadeClip(await call(), owner));

/** A clip for the same people as its call, with its sound and words, and what it was saved as since, which broke off. */
async function aMadeClip(call: Awaited<ReturnType<Place["call"]>>, owner: SignedIn) {
  const { workspaceId, visibility, teamId } = call;
  const { id: clipId } = await aClip(call, owner, { visibility, teamId });
  const clipFileId = newId();
  const bytes = Buffer.from("the sound of a clip");
  const key = `${workspaceId}/cuts/${clipFileId}/1-1/mix.m4a`;
  await blobs().put(key, Readable.from([bytes]));
  const { id: cutId } = await db.cut.findFirstOrThrow({ where: { workspaceId, clipId } });
  const lanes = [{ name: "Elena", side: "C" as const }];
  await db.cut.update({
    where: { workspaceId_id: { workspaceId, id: cutId } },
    data: {
      ...{ state: "failed", cause: "media_crashed", wordsVersion: 1, lanes },
      words: wordsOfRanges([], [{ t0Ms: 0, t1Ms: 1_000 }], lanes, 1),
      files: {
        create: {
          ...{ id: clipFileId, revision: 1, kind: "mix", key, bytes: BigInt(bytes.length) },
          ...{ sha256: new Uint8Array(randomBytes(32)), mime: "audio/mp4" },
        },
      },
    },
  });
  const goneDeletionId = newId();
  const inTrash = { deletedAt: new Date(), deletionId: goneDeletionId };
  const gone = await aClip(call, owner, { visibility, teamId, ...inTrash });
  return { clipId, clipFileId, goneClipId: gone.id, goneDeletionId };
}

export const fixtures: Fixtures = {
  rules: { clip },
  parts: [clips],
  beginnings: {
    "what was heard of a clip": begin(({ actor, house: { clipId } }) =>
      noteClipOpened(actor, clipId),
    ),
    ...beginEach(
      ["/clips retry_clip", "/clips/{clipId} retry_clip"],
      begin(({ owner: { workspaceId }, house: { clipId } }) =>
        db.cut.updateMany({ where: { workspaceId, clipId }, data: { state: "failed" } }),
      ),
    ),
    ...beginEach(
      ["/clips/{clipId} agree_clip", "/clips/{clipId} decline_clip"],
      begin(({ owner: { workspaceId, memberId }, house: { clipId } }) =>
        db.clip.updateMany({
          where: { workspaceId, id: clipId },
          data: { wantedVisibility: "workspace", wantedById: memberId },
        }),
      ),
    ),
  },
};
