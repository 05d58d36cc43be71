import { can } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import {
  getEmbedKey,
  listKeysOfLinks,
  listOwnEmbedKeys,
} from "#app/core/domain/embed/embed-keys.server.ts";
import type { EmbedKeyView } from "#app/core/domain/embed/embed-views.ts";
import { frameTitle, snippetOf, testPageOf } from "#app/core/domain/embed/snippet.ts";
import {
  listClipLinks,
  listLibraryLinks,
  listLinks,
} from "#app/core/domain/share/link-list.server.ts";
import type { LinkSubject } from "#app/core/domain/share/link-subject.ts";
import { env } from "#app/core/platform/env.server.ts";
import { paths } from "#app/paths.ts";

/** A key with what its player is put into a page by. */
export type ShownKey = ReturnType<typeof shown>;
const shown = (key: EmbedKeyView, { kind, id }: LinkSubject) => ({
  ...key,
  snippet: snippetOf({
    src: env().appUrl + paths.embedPlayback(id, { k: key.key }),
    // It is published: the title that visitors read, never the call's own.
    title: frameTitle(kind, key.showsTitle ? key.title : null),
  }),
});

/** The links to a call, with their keys for other sites. @throws DomainError `not_found`, `forbidden` */
export async function listCallLinks(actor: Member, callId: string) {
  return withKeys(actor, { kind: "call", id: callId }, await listLinks(actor, callId));
}

async function withKeys(
  actor: Member,
  subject: LinkSubject,
  view: Awaited<ReturnType<typeof listLinks>>,
) {
  const ids = view.links.map(({ linkId }) => linkId);
  const keys = await listKeysOfLinks(actor.workspaceId, ids);
  return {
    ...view,
    links: view.links.map((link) => ({
      ...link,
      keys: keys.filter(({ linkId }) => linkId === link.linkId).map((key) => shown(key, subject)),
    })),
  };
}

/** The links to a call, a clip or a library, with the keys that let them play on other sites. */
export type CallLinksView = Awaited<ReturnType<typeof listCallLinks>>;
export type ShownLink = CallLinksView["links"][number];

/** The same of a clip. @throws DomainError `not_found`, `forbidden` */
export async function listLinksOfClip(actor: Member, clipId: string): Promise<CallLinksView> {
  return withKeys(actor, { kind: "clip", id: clipId }, await listClipLinks(actor, clipId));
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
      ...{ subject: key.subject, subjectTitle: key.subjectTitle },
      ...shown(key, key.subject),
    })),
    origin: new URL(env().appUrl).origin,
    mayChange: can(actor, "workspace.manage"),
  };
}

export type DeveloperView = Awaited<ReturnType<typeof getDeveloperPage>>;
/** A key with its call or clip. */
export type ListedKey = DeveloperView["keys"][number];

/** A page that tries one key, to be put on a site that it lists. @throws DomainError `not_found`, `forbidden` */
export async function writeTestPage(actor: Member, keyId: string): Promise<string> {
  const { key, subject } = await getEmbedKey(actor, keyId);
  const { appUrl } = env();
  const src = appUrl + paths.embedPlayback(subject.id, { k: key });
  return testPageOf(
    snippetOf({ src, title: frameTitle(subject.kind, null) }),
    new URL(appUrl).origin,
  );
}
