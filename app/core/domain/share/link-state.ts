import type { Role } from "../access/actor.ts";
import type { SharedKind } from "../shared-kinds.ts";
import type { WorkspaceSettings } from "../workspace-settings.ts";

const DAY_MS = 86_400_000;

/** What the state of a link is computed from, in the query that loads it (product §5.7). */
export type LinkFacts = {
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  views: number;
  maxViews: number | null;
  hasPassword: boolean;
  hasAddresses: boolean;
  /** Who made it, where they may still make one; null: they left, or lost the call. */
  maker: { role: Role } | null;
  /** What it leads to; why it cannot be shown for now, or that it is gone for ever. */
  source: "open" | "gone" | Shut;
  /** `isMade`: its sound can be played, whatever is being made anew. */
  cut: {
    state: "queued" | "rendering" | "ready" | "failed";
    isMade: boolean;
    wordsVersion: number | null;
  } | null;
  /** Of the current transcript. */
  currentVersion: number | null;
  /** Of the link, and of the one item of its list that is asked about. */
  kinds: readonly SharedKind[];
};
/** What it leads to lies in the trash, was saved without consent to show it, or holds the voice of a person who withdrew. */
export type Shut = "trashed" | "deleted" | "not_agreed" | "withdrawn";
/** Why nothing is shown until the cause ends: by what the link leads to, or by a rule of the workspace. */
export type LinkBlock = Shut | "switched_off" | "role" | "kind" | "password" | "email";
/**
 * `revoked` is for ever, `expired` and `exhausted` until the link is extended, `blocked` until the cause ends. A browser
 * without a grant meets `exhausted`; those that have one go on. `preparing` and `failed`: nothing has been made to show.
 */
export type LinkState =
  /** `isRenewed`: newer words are being cut, and replace those that are shown in one write. */
  | { state: "active"; endsAt: Date; mayDownload: boolean; isRenewed: boolean }
  | { state: "blocked"; why: LinkBlock }
  | { state: "preparing" | "failed" | "expired" | "exhausted" | "revoked" };

/** The earlier of what its maker chose and what the workspace allows today. */
export function endOf(
  { createdAt, expiresAt }: Pick<LinkFacts, "createdAt" | "expiresAt">,
  { maxDays }: Pick<WorkspaceSettings["sharing"], "maxDays">,
): Date {
  const most = new Date(createdAt.getTime() + maxDays * DAY_MS);
  return expiresAt !== null && expiresAt < most ? expiresAt : most;
}

/** The end of a link that is extended by so many days, as far as the workspace allows. */
export function extendedEnd(
  facts: Pick<LinkFacts, "createdAt" | "expiresAt">,
  policy: Pick<WorkspaceSettings["sharing"], "maxDays">,
  { at, days }: { at: Date; days: number },
): Date {
  const from = Math.max(at.getTime(), endOf(facts, policy).getTime());
  return endOf({ ...facts, expiresAt: new Date(from + days * DAY_MS) }, policy);
}

/** How a link stands now, by its own conditions, the workspace's policy and what it leads to. */
export function stateOfLink(
  facts: LinkFacts,
  policy: WorkspaceSettings["sharing"],
  at: Date,
): LinkState {
  const { cut, source } = facts;
  if (facts.revokedAt !== null || source === "gone") return { state: "revoked" };
  if (facts.maker === null) return { state: "revoked" };
  const why = source === "open" ? forbiddenBy(facts, facts.maker, policy) : source;
  if (why !== null) return { state: "blocked", why };
  const endsAt = endOf(facts, policy);
  if (endsAt <= at) return { state: "expired" };
  if (cut?.isMade !== true) return { state: cut?.state === "failed" ? "failed" : "preparing" };
  // Last: a browser that has a grant goes on.
  if (facts.maxViews !== null && facts.views >= facts.maxViews) return { state: "exhausted" };
  const isRenewed = cut.wordsVersion !== facts.currentVersion;
  return { state: "active", endsAt, mayDownload: policy.mayDownload, isRenewed };
}

/** What of the workspace's rules a link does not meet; the switch for all links comes first. */
function forbiddenBy(
  { kinds, hasPassword, hasAddresses }: LinkFacts,
  maker: { role: Role },
  policy: WorkspaceSettings["sharing"],
): LinkBlock | null {
  if (policy.blockedAt !== null) return "switched_off";
  if (!policy.roles.includes(maker.role)) return "role";
  if (kinds.some((kind) => !policy.kinds.includes(kind))) return "kind";
  if (policy.needs === "password" && !hasPassword) return "password";
  return policy.needs === "email" && !hasAddresses ? "email" : null;
}
