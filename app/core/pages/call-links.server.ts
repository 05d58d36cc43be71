import { can } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import {
  getEmbedKey,
  listKeysOfLinks,
  listOwnEmbedKeys,
} from "#app/core/domain/embed/embed-keys.server.ts";
import type { EmbedKeyView } from "#app/core/domain/embed/embed-views.ts";
import { snippetOf, testPageOf } from "#app/core/domain/embed/snippet.ts";
import {
  listClipLinks,
  listLibraryLinks,
  listLinks,
} from "#app/core/domain/share/link-list.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { paths } from "#app/paths.ts";

/** A key with what its player is put into a page by. */
export type ShownKey = ReturnType<typeof shown>;
const shown = (key: EmbedKeyView, callId: string) => ({
  ...key,
  snippet: snippetOf({
    src: env().appUrl + paths.embedPlayback(callId, { k: key.key }),
    // It is published: the title that visitors read, never the call's own.
    title: key.showsTitle ? `Call: ${key.title}` : "Call",
  }),
});

/** The links to a call, with their keys for other sites. @throws DomainError `not_found`, `forbidden` */
export async function listCallLinks(actor: Member, callId: string) {
  const view = await listLinks(actor, callId);
  const ids = view.links.map(({ linkId }) => linkId);
  const keys = await listKeysOfLinks(actor.workspaceId, ids);
  return {
    ...view,
    links: view.links.map((link) => ({
      ...link,
      keys: keys.filter(({ linkId }) => linkId === link.linkId).map((key) => shown(key, callId)),
    })),
  };
}

/** The links to a call, a clip or a library, with the keys that let them play on other sites. */
export type CallLinksView = Awaited<ReturnType<typeof listCallLinks>>;
export type ShownLink = CallLinksView["links"][number];

/** The links to a clip; none of them plays on other sites. @throws DomainError `not_found`, `forbidden` */
export async function listLinksOfClip(actor: Member, clipId: string): Promise<CallLinksView> {
  const view = await listClipLinks(actor, clipId);
  return { ...view, links: view.links.map((link) => ({ ...link, keys: [] })) };
}

/** The links to a library; none of them plays on other sites. @throws DomainError `not_found`, `forbidden` */
export async function listLinksOfLibrary(actor: Member, libraryId: string): Promise<CallLinksView> {
  const view = await listLibraryLinks(actor, libraryId);
  return { ...view, links: view.links.map((link) => ({ ...link, keys: [] })) };
}

/** The developer's page: keys the actor may change, and where the player comes from. */
export async function getDeveloperPage(actor: Member) {
  const keys = await listOwnEmbedKeys(actor);
  return {
    keys: keys.map((key) => ({
      ...{ callId: key.callId, callTitle: key.callTitle },
      ...shown(key, key.callId),
    })),
    origin: new URL(env().appUrl).origin,
    mayChange: can(actor, "workspace.manage"),
  };
}

export type DeveloperView = Awaited<ReturnType<typeof getDeveloperPage>>;
/** A key with its call. */
export type ListedKey = DeveloperView["keys"][number];

/** A page that tries one key, to be put on a site that it lists. @throws DomainError `not_found`, `forbidden` */
export async function writeTestPage(actor: Member, keyId: string): Promise<string> {
  const { key, callId } = await getEmbedKey(actor, keyId);
  const { appUrl } = env();
  const src = appUrl + paths.embedPlayback(callId, { k: key });
  return testPageOf(snippetOf({ src, title: "Call" }), new URL(appUrl).origin);
}
