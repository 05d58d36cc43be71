import type { Origin } from "#app/core/domain/access/actor.ts";
import { findEmbed } from "#app/core/domain/embed/embed.server.ts";
import { findLivingKey } from "#app/core/domain/embed/embed-keys.server.ts";
import { FRAME, frameTitle, snippetOf } from "#app/core/domain/embed/snippet.ts";
import { DomainError } from "#app/core/domain/errors.ts";
import { codeOf } from "#app/core/domain/link-code.ts";
import { findSharedLink, type SharedLink } from "#app/core/domain/share/shared-link.server.ts";
import { isOpenToAll, refuseEnded } from "#app/core/domain/share/visit.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { paths } from "#app/paths.ts";

const CACHE_SECONDS = 3_600;

/** An answer of oEmbed 1.0. No thumbnail: the trio is given whole or not at all. */
export type OEmbed = {
  version: "1.0";
  type: "video";
  html: string;
  width: number;
  height: number;
  title?: string;
  author_name: string;
  provider_name: "Parley";
  provider_url: string;
  cache_age: number;
};
type Found = { link: SharedLink; key: string; showsTitle: boolean };

/**
 * How an address of ours is shown on another page (oembed.com §2.3).
 * @throws DomainError `not_implemented` for another format than JSON, `invalid_request` without an address, `not_found`
 * for one that leads nowhere, `unauthenticated` for a link that is private, asks for something, or has no key
 */
export async function describeForOEmbed(search: URLSearchParams, origin: Origin): Promise<OEmbed> {
  const format = search.get("format") ?? "json";
  if (format !== "json") throw new DomainError("not_implemented");
  const given = search.get("url");
  if (given === null || given === "") throw new DomainError("invalid_request");
  const { link, key, showsTitle } = await findBehind(given, origin);
  // A list has no player for other sites, and no key.
  if (link.subject.kind === "library") throw new DomainError("not_found");
  const width = atMost(search.get("maxwidth"), FRAME.width);
  const height = atMost(search.get("maxheight"), FRAME.height);
  const title = showsTitle ? link.title : null;
  const src = env().appUrl + paths.embedPlayback(link.subject.id, { k: key });
  return {
    ...{ version: "1.0", type: "video" },
    html: snippetOf({ src, title: frameTitle(link.subject.kind, title), width, height }),
    ...{ width, height, ...(title !== null && { title }) },
    ...{ author_name: link.workspace.name, provider_name: "Parley", provider_url: env().appUrl },
    cache_age: CACHE_SECONDS,
  };
}

/** @throws DomainError `invalid_request` for a maximum that is no number */
function atMost(given: string | null, usual: number): number {
  if (given === null || given === "") return usual;
  if (!/^[1-9]\d{0,8}$/.test(given)) throw new DomainError("invalid_request");
  return Math.min(usual, Number(given));
}

async function findBehind(given: string, origin: Origin): Promise<Found> {
  const url = URL.parse(given);
  if (url?.origin !== new URL(env().appUrl).origin) throw new DomainError("not_found");
  const [, shared] = /^\/shared\/([^/]+)\/?$/.exec(url.pathname) ?? [];
  if (shared !== undefined) return behindLink(shared, origin);
  const [, subjectId] = /^\/embed\/playback\/([^/]+)\/?$/.exec(url.pathname) ?? [];
  const key = codeOf("embed", url.searchParams.get("k") ?? "");
  if (subjectId === undefined || key === null) throw new DomainError("not_found");
  const embed = await findEmbed(subjectId, key, origin);
  if (!embed || embed.state === "ended") throw new DomainError("not_found");
  return { link: embed.link, key, showsTitle: embed.showsTitle };
}

async function behindLink(urlPath: string, origin: Origin): Promise<Found> {
  const link = await findSharedLink(urlPath, origin);
  try {
    refuseEnded(link, null);
  } catch {
    throw new DomainError("not_found");
  }
  const key = await embedKeyOf(link);
  if (!key) throw new DomainError("unauthenticated");
  return { link, ...key };
}

/** The key by which others may show a link; null where it asks for something, or has none. */
export async function embedKeyOf(
  link: SharedLink,
): Promise<{ key: string; showsTitle: boolean } | null> {
  const { shows, embedding } = link;
  if (!shows.embed || embedding.embed === "off" || !isOpenToAll(link)) return null;
  return findLivingKey(link);
}
