import { sealPath } from "#app/core/domain/share/link-url.server.ts";
import { hashOf, seal } from "#app/core/platform/crypto.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import type { SignedIn } from "#tests/support/factories.ts";
import { begin, beginEach, type Fixtures, type Ids, part, partOfCall } from "../noun.ts";

const DAY_MS = 86_400_000;
const LINKS = ["sharedId", "failedLinkId"] as const;
const EMBEDDED = ["embedLinkId", "embedKeyId"] as const;
const OF_CLIP = ["clipLinkId", "clipEmbedLinkId", "clipEmbedKeyId"] as const;
const OF_LIBRARY = ["libraryLinkId"] as const;
declare module "../noun.ts" {
  interface Kinds
    extends Ids<typeof LINKS>,
      Ids<typeof EMBEDDED>,
      Ids<typeof OF_CLIP>,
      Ids<typeof OF_LIBRARY> {}
}

const links = partOfCall(LINKS, async ({ owner, call }) => ({
  sharedId: await aLink(await call(), owner, "ready"),
  failedLinkId: await aLink(await call(), owner, "failed"),
}));

const embedded = partOfCall(EMBEDDED, async ({ owner, call }) => {
  const { linkId, keyId } = await anEmbeddedLink(await call(), owner, { kind: "call" });
  return { embedLinkId: linkId, embedKeyId: keyId };
});

const ofClip = partOfCall(OF_CLIP, async ({ owner, call, id }) => {
  const clipId = await id("clipId");
  const { linkId, keyId } = await anEmbeddedLink(await call(), owner, { kind: "clip", clipId });
  return {
    clipLinkId: await aClipLink(await call(), clipId, owner),
    ...{ clipEmbedLinkId: linkId, clipEmbedKeyId: keyId },
  };
});

const ofLibrary = part(OF_LIBRARY, async ({ owner, call, id }) => {
  const item = { id: await id("itemId"), libraryId: await id("libraryId"), title: "A call" };
  return { libraryLinkId: await aLibraryLink(await call(), item, owner) };
});

/** A link of the call's owner that names a person outside. */

export async function aLink(
  { id: callId, workspaceId }: { id: string; workspaceId: string },
  owner: SignedIn,
  state: "ready" | "failed",
): Promise<string> {
  const linkId = newId();
  await db.sharedLink.create({
    data: {
      ...{ id: linkId, workspaceId, callId, kind: "call", createdBy: owner.memberId },
      ...{ urlHash: hashOf(linkId), urlEnc: sealPath(linkId), shows: { names: true } },
      ...{ maxViews: 3, expiresAt: new Date(Date.now() + DAY_MS) },
      addresses: { create: { email: "elena@north.example" } },
      cuts: {
        create: {
          ...{ id: newId(), callId, state, durationMs: 900 },
          ranges: [{ t0Ms: 0, t1Ms: 900 }],
        },
      },
    },
  });
  return linkId;
}

/** A link to a clip that names a person outside. */

async function aClipLink(
  { id: callId, workspaceId }: { id: string; workspaceId: string },
  clipId: string,
  owner: SignedIn,
): Promise<string> {
  const linkId = newId();
  await db.sharedLink.create({
    data: {
      ...{ id: linkId, workspaceId, callId, clipId, kind: "clip", createdBy: owner.memberId },
      ...{ urlHash: hashOf(linkId), urlEnc: sealPath(linkId), shows: { names: true } },
      ...{ maxViews: 3, expiresAt: new Date(Date.now() + DAY_MS) },
      addresses: { create: { email: "elena@north.example" } },
    },
  });
  return linkId;
}

/** A link to a library with that one item, whose files could not be made; it names a person outside. */

async function aLibraryLink(
  { id: callId, workspaceId }: { id: string; workspaceId: string },
  { id: itemId, libraryId, title }: { id: string; libraryId: string; title: string },
  owner: SignedIn,
): Promise<string> {
  const linkId = newId();
  await db.sharedLink.create({
    data: {
      ...{ id: linkId, workspaceId, libraryId, kind: "library", createdBy: owner.memberId },
      ...{ urlHash: hashOf(linkId), urlEnc: sealPath(linkId), shows: { names: true } },
      ...{ maxViews: 3, expiresAt: new Date(Date.now() + DAY_MS) },
      addresses: { create: { email: "elena@north.example" } },
      items: {
        create: {
          ...{ id: newId(), itemId, callId, title, position: 0 },
          cut: {
            create: {
              ...{ id: newId(), callId, state: "failed", durationMs: 900 },
              ranges: [{ t0Ms: 0, t1Ms: 900 }],
            },
          },
        },
      },
    },
  });
  return linkId;
}

/** A link that plays on another site, with its key. */

async function anEmbeddedLink(
  call: { id: string; workspaceId: string },
  owner: SignedIn,
  of: { kind: "call" } | { kind: "clip"; clipId: string },
) {
  const { id: callId, workspaceId } = call;
  const [linkId, keyId] = [newId(), newId()];
  await db.sharedLink.create({
    data: {
      ...{ id: linkId, workspaceId, callId, ...of, createdBy: owner.memberId },
      ...{ urlHash: hashOf(linkId), urlEnc: sealPath(linkId) },
      shows: { names: true, embed: true },
      expiresAt: new Date(Date.now() + DAY_MS),
      embedKeys: {
        create: {
          ...{ id: keyId, keyHash: hashOf(keyId), showsTitle: false },
          keyEnc: new Uint8Array(seal("embed-key", keyId)),
          origins: ["https://desk.example"],
          expiresAt: new Date(Date.now() + DAY_MS),
        },
      },
    },
  });
  return { linkId, keyId };
}

export const fixtures: Fixtures = {
  parts: [links, embedded, ofClip, ofLibrary],
  beginnings: {
    "/playback/{callId} revoke_call_links": begin(({ owner, house: { callId } }) =>
      aLink({ id: callId, workspaceId: owner.workspaceId }, owner, "ready"),
    ),
    // A player is of a link that works, or will once the clip is made.
    ...beginEach(
      ["make_embed_key", "make_embed_key 2"].map((deed) => `/clips/{clipId}/links.json ${deed}`),
      begin(async ({ house: { clipId } }) => {
        await db.clip.updateMany({ where: { id: clipId }, data: { confirmedRevision: 1 } });
        await db.cut.updateMany({ where: { clipId }, data: { state: "queued", cause: null } });
      }),
    ),
  },
};
