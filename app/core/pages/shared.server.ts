import { visible } from "#app/core/domain/access/access.ts";
import { countTry, ofAddress } from "#app/core/domain/account/tries.server.ts";
import type { Member, Origin } from "#app/core/domain/access/actor.ts";
import { parseTime } from "#app/core/domain/call/time-query.ts";
import type { CutWords } from "#app/core/domain/cut/cut.ts";
import { sliceAt, sliceOf, slicesBeside } from "#app/core/domain/cut/words-slice.ts";
import { DomainError } from "#app/core/domain/errors.ts";
import { SEND_AGAIN_MS } from "#app/core/domain/share/conditions.server.ts";
import type { LinkSubject } from "#app/core/domain/share/link-subject.ts";
import {
  findSharedLink,
  loadItems,
  type SharedLink,
} from "#app/core/domain/share/shared-link.server.ts";
import {
  conditionOf,
  findVisit,
  grantVisit,
  isOpenToAll,
  refuseEnded,
  type Visit,
} from "#app/core/domain/share/visit.server.ts";
import { findWords, isReady } from "#app/core/domain/share/visit-access.server.ts";
import { newSecret } from "#app/core/platform/crypto.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { paths } from "#app/paths.ts";
import { embedKeyOf } from "./oembed.server.ts";
import { findSharedSummary } from "./shared-summary.server.ts";
import type { SharedList, SharedRecording, SharedView } from "./shared-views.ts";

/** Who opens the page: what the browser's cookie says, who is signed in there, and from where. */
type Visiting = { secret: string | null; member: Member | null; origin: Origin };
/** `secret`: what the browser is to remember; null where it goes on with what it has. */
type Opened = { view: SharedView; secret: string | null };

const CODE_LIFE_MS = 10 * 60_000;

/**
 * The page of a link for this browser: the condition that is still to be met, or what is shared.
 * @throws DomainError `not_found`, `link_ended`, `rate_limited`
 */
export async function openShared(
  urlPath: string,
  { secret, member, origin }: Visiting,
  search: URLSearchParams,
): Promise<Opened> {
  const link = await findSharedLink(urlPath, origin);
  const frame = { kind: "share" as const, workspace: link.workspace.name };
  const known = await findVisit(link, secret);
  refuseEnded(link, known);
  const found = await discoveryOf(link, urlPath);
  const isNew = known === null && isOpenToAll(link);
  // Each browser without a cookie is a row: a program that keeps none is not to write them without end.
  if (isNew) await countTry(ofAddress("share-visit", origin));
  const made = isNew ? await grantVisit(link, secret) : null;
  const visit = made ? await findVisit(link, made.secret) : known;
  const step = conditionOf(link, visit);
  // A browser that asks for nothing yet is known from here on: where the answer to its one press is lost, the second
  // press is the same browser's, and takes no second view.
  const isUnknown = secret === null || secret === "";
  const next = { secret: made?.secret ?? (isUnknown ? newSecret() : null) };
  if (step !== null || visit === null)
    return { view: { ...frame, ...found, ...asking(link, visit, step ?? "email") }, ...next };
  if (!isReady(link))
    return {
      view:
        link.state.state === "failed"
          ? { ...frame, step: "failed" }
          : { ...frame, step: "preparing" },
      ...next,
    };
  const asked = { removalEmail: await findMakersEmail(link) };
  if (link.subject.kind === "library") {
    const list = await listOf(link, { member, search });
    return { view: { ...frame, step: "list", ...asked, ...list }, ...next };
  }
  const shown = await recordingOf(link, { member, search });
  return { view: { ...frame, ...found, step: "shown", ...asked, ...shown }, ...next };
}

async function findMakersEmail({ workspaceId, maker }: SharedLink): Promise<string | null> {
  if (maker === null) return null;
  const found = await db.member.findFirst({
    where: { workspaceId, id: maker.memberId, state: "active" },
    select: { email: true },
  });
  return found?.email ?? null;
}

/**
 * All that a program that looks at the link may know of it (product §22.1).
 * @throws DomainError `not_found`, `link_ended`, `rate_limited`
 */
export async function previewShared(urlPath: string, origin: Origin) {
  const link = await findSharedLink(urlPath, origin);
  refuseEnded(link, null);
  const { workspace } = link;
  return {
    ...{ kind: "preview" as const, workspace: workspace.name },
    ...(await discoveryOf(link, urlPath)),
  };
}

/** Where a site learns how to show a player of it; nothing for a link that has no key for others. */
async function discoveryOf(link: SharedLink, urlPath: string): Promise<{ oembed?: string }> {
  if (!isReady(link) || (await embedKeyOf(link)) === null) return {};
  return { oembed: env().appUrl + paths.oembed(env().appUrl + paths.shared(urlPath)) };
}

function asking(
  link: SharedLink,
  visit: Visit | null,
  step: "password" | "email" | "code" | "open",
) {
  if (step === "code" && visit?.email != null && visit.codeExpiresAt !== null) {
    const sentAt = visit.codeExpiresAt.getTime() - CODE_LIFE_MS;
    const sendAgainAt = new Date(sentAt + SEND_AGAIN_MS).toISOString();
    return { step, email: masked(visit.email), sendAgainAt };
  }
  if (step === "open") return { step, left: Math.max(0, (link.maxViews ?? 0) - link.views) };
  return { step: step === "password" ? ("password" as const) : ("email" as const) };
}

/** `elena@north.example` → `e…a@north.example`: enough to know it again, on a screen that others see. */
function masked(email: string): string {
  const at = email.lastIndexOf("@");
  const name = email.slice(0, at);
  return `${name.slice(0, 1)}…${name.length > 2 ? name.slice(-1) : ""}${email.slice(at)}`;
}

/**
 * The list that a link shows, and one recording of it. What cannot be heard any more is not in it, for whatever cause;
 * what is being made is named.
 * @param search `item`: which one; without it, the first that can be heard
 */
async function listOf(
  link: SharedLink,
  { member, search }: { member: Member | null; search: URLSearchParams },
): Promise<SharedList> {
  const items = (await loadItems(link)).filter(
    (item) => isReady(item) || item.state.state === "preparing",
  );
  const wanted = search.get("item");
  const ready = items.filter(isReady);
  const current =
    wanted === null ? ready[0] : ready.find(({ itemId }) => itemId === wanted.toLowerCase());
  return {
    ...{ title: link.title, description: link.description },
    ...{ from: link.maker?.name ?? null, message: link.message },
    endsAt: link.endsAt.toISOString(),
    openUrl: member && (await openUrlOf(member, link.subject)),
    items: items.map((item) => ({
      ...{ key: item.itemId ?? "", title: item.title, why: item.description },
      ...{ durationMs: item.cut?.durationMs ?? 0, isReady: isReady(item) },
    })),
    current: current
      ? {
          ...(await recordingOf(current, { member: null, search })),
          key: current.itemId ?? "",
        }
      : null,
  };
}

async function recordingOf(
  link: SharedLink,
  { member, search }: { member: Member | null; search: URLSearchParams },
): Promise<SharedRecording> {
  const { call, cut, shows, range } = link;
  if (cut === null || call === null) throw new DomainError("invalid_state");
  const [words, summary, openUrl] = await Promise.all([
    findWords(link),
    shows.summary ? findSharedSummary(link) : null,
    member && openUrlOf(member, link.subject),
  ]);
  const mix = cut.files.find(({ kind }) => kind === "mix");
  const t = parseTime(search.get("t"));
  const startMs = t !== null && t < cut.durationMs ? t : null;
  const slice = words && sliceAsked(words, search.get("page"), startMs ?? 0);
  const url = (file: { id: string } | undefined) => (file ? paths.cutFile(file.id) : null);
  return {
    title: link.title,
    card: link.card,
    from: link.maker?.name ?? null,
    message: link.message,
    startedAt: link.startedAt?.toISOString() ?? null,
    endsAt: link.endsAt.toISOString(),
    range,
    callDurationMs: call.durationMs,
    durationMs: cut.durationMs,
    language: call.language,
    audioUrl: url(mix),
    downloadUrl: link.mayDownload && mix ? `${paths.cutFile(mix.id)}?download=1` : null,
    captionsUrl: words === null ? null : paths.cutCaptions(cut.id),
    pulseUrl: paths.cutPulse(cut.id),
    wordsUrl: paths.cutWords(cut.id),
    lanes: cut.lanes.map(({ name, side }, lane) => ({
      ...{ key: String(lane), side, name: shows.names ? name : "" },
      peaksUrl: url(cut.files.find((file) => file.kind === "peaks" && file.lane === lane)),
    })),
    words: slice,
    moreWords: slice ? slicesBeside(slice) : { before: null, after: null },
    ...{ summary, startMs, openUrl },
  };
}

/** The words around the moment that the page begins at, or those that a reader without script went on to. */
function sliceAsked(words: CutWords, page: string | null, startMs: number) {
  const isNumber = page !== null && /^\d{1,5}$/.test(page);
  return sliceOf(words, isNumber ? Number(page) : sliceAt(words, startMs));
}

/** Where a member opens it in the app; null where they may not. */
async function openUrlOf(member: Member, { kind, id }: LinkSubject): Promise<string | null> {
  if (kind === "clip") {
    const clips = await db.clip.count({ where: { id, AND: visible(member, "clip.read") } });
    return clips > 0 ? paths.clip(id) : null;
  }
  if (kind === "library") {
    const libraries = await db.library.count({
      where: { id, AND: visible(member, "library.read") },
    });
    return libraries > 0 ? paths.library(id) : null;
  }
  const count = await db.call.count({ where: { id, AND: visible(member, "call.read") } });
  return count > 0 ? paths.playback(id) : null;
}
