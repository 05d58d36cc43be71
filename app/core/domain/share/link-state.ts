import type { Role } from "../access/actor.ts";
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
  /**
   * What it leads to: `shut` while it lies in the trash, nobody agreed to what was saved, or somebody who is heard took
   * their consent back.
   */
  source: "open" | "shut" | "gone";
  cut: { state: "queued" | "rendering" | "ready" | "failed"; wordsVersion: number | null } | null;
  /** Of the current transcript. */
  currentVersion: number | null;
};
/**
 * `revoked` is for ever, `expired` and `exhausted` until the link is extended, `blocked` until the cause ends. Whoever
 * has no grant yet meets `exhausted`; those who have one go on. `preparing` and `failed`: nothing has been made to show.
 */
export type LinkState =
  | { state: "active"; endsAt: Date; mayDownload: boolean }
  /** `isRenewed`: its words are on their way, and whoever has it open waits for them. */
  | { state: "blocked"; isRenewed: boolean }
  | { state: "preparing" | "failed" | "expired" | "exhausted" | "revoked" };

/** The earlier of what its maker chose and what the workspace allows today. */
export function endOf(
  { createdAt, expiresAt }: Pick<LinkFacts, "createdAt" | "expiresAt">,
  { maxDays }: Pick<WorkspaceSettings["sharing"], "maxDays">,
): Date {
  const most = new Date(createdAt.getTime() + maxDays * DAY_MS);
  return expiresAt !== null && expiresAt < most ? expiresAt : most;
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
  const isForbidden =
    policy.blockedAt !== null ||
    !policy.roles.includes(facts.maker.role) ||
    (policy.needs === "password" && !facts.hasPassword) ||
    (policy.needs === "email" && !facts.hasAddresses);
  if (isForbidden || source === "shut") return { state: "blocked", isRenewed: false };
  const endsAt = endOf(facts, policy);
  if (endsAt <= at) return { state: "expired" };
  if (cut?.state === "failed") return { state: "failed" };
  if (cut === null || (cut.state !== "ready" && cut.wordsVersion === null))
    return { state: "preparing" };
  // Corrected or redacted words leave only as they are now.
  if (cut.wordsVersion !== facts.currentVersion) return { state: "blocked", isRenewed: true };
  // Last: whoever has a grant goes on, with files and words that are as they should be.
  if (facts.maxViews !== null && facts.views >= facts.maxViews) return { state: "exhausted" };
  return { state: "active", endsAt, mayDownload: policy.mayDownload };
}
