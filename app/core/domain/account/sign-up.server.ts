import { hashOf } from "#app/core/platform/crypto.server.ts";
import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import type { Origin, Role } from "../access/actor.ts";
import { DomainError } from "../errors.ts";
import { codeOf } from "../link-code.ts";
import { enqueueDeferredRequest } from "../notification/outbox.server.ts";
import { isSsoOnly } from "../workspace/sign-in-policy.server.ts";
import type { SignUp } from "./account.schema.ts";
import { countTry, ofAddress } from "./tries.server.ts";

/** Who may sign up here without an invitation (product §9.5). */
export type SignUpOpening = "closed" | "domains" | "open";

export async function signUpOpening(): Promise<SignUpOpening> {
  if (env().SIGN_UP === "open") return "open";
  const withDomains = await db.workspace.findFirst({
    where: { signUpMode: "domains", deletedAt: null },
    select: { id: true },
  });
  return withDomains ? "domains" : "closed";
}

/**
 * Notes that somebody wants to sign up. The answer is the same for addresses that have an account and those that have
 * none, and takes as long.
 * @throws DomainError `forbidden` where nobody may, `sso_required`, `rate_limited`, `validation_failed`
 */
export async function askSignUp(
  input: SignUp,
  language: "en" | "ja",
  origin: Origin,
): Promise<void> {
  const door = await signUpOpening();
  if (door === "closed") throw new DomainError("forbidden");
  const { email, workspace, timeZone } = input;
  if (door === "open" && workspace === undefined)
    throw new DomainError("validation_failed", { workspace: ["required"] });
  await countTry({ counter: "sign-up", key: email }, ofAddress("sign-up-ip", origin));
  await demandNoIdentityProvider(email);
  const own =
    door === "open" && workspace !== undefined
      ? { name: workspace, timeZone: timeZone ?? "UTC", language: input.language ?? language }
      : null;
  await db.$transaction((tx) =>
    enqueueDeferredRequest(
      tx,
      { to: email, language: input.language ?? language, workspaceId: null },
      { name: "asked.sign_up", facts: { workspace: own } },
    ),
  );
}

/** People of such a domain come through their partner, who brings them in at once: a letter would lead nowhere. */
async function demandNoIdentityProvider(email: string): Promise<void> {
  if (await isSsoOnly(email)) throw new DomainError("sso_required", { "": ["sso_required"] });
}

export type Invitation = {
  workspaceId: string;
  linkId: string;
  workspace: string;
  inviter: string | null;
  role: Role;
  team: string | null;
  domains: string[];
};

/**
 * What a sign-up link offers.
 * @throws DomainError `not_found` for a link that never was, `link_ended` for one that expired, is used up or revoked,
 * `rate_limited`
 */
export async function getInvitation(urlPath: string, origin: Origin): Promise<Invitation> {
  const code = codeOf("sign_up", urlPath);
  const link = code === null ? null : await findLink(code);
  if (!link) {
    await countTry(ofAddress("sign-up-link-ip", origin));
    throw new DomainError("not_found");
  }
  const isOver =
    link.revokedAt !== null ||
    link.expiresAt <= now() ||
    link.uses >= link.maxUses ||
    link.workspace.deletedAt !== null;
  if (isOver) throw new DomainError("link_ended");
  const inviter =
    link.createdBy === null
      ? null
      : await db.member.findFirst({
          where: { workspaceId: link.workspaceId, id: link.createdBy },
          select: { name: true },
        });
  return {
    workspaceId: link.workspaceId,
    linkId: link.id,
    workspace: link.workspace.name,
    inviter: inviter?.name ?? null,
    role: link.role,
    team: link.team?.name ?? null,
    domains: link.domains,
  };
}

const findLink = (code: string) =>
  db.signUpLink.findUnique({
    where: { urlHash: hashOf(code) },
    select: {
      id: true,
      workspaceId: true,
      role: true,
      domains: true,
      expiresAt: true,
      uses: true,
      maxUses: true,
      revokedAt: true,
      createdBy: true,
      team: { select: { name: true } },
      workspace: { select: { name: true, deletedAt: true } },
    },
  });

/**
 * Notes that somebody wants to come by a link; a use is counted when they have come.
 * @throws DomainError as `getInvitation`, `sso_required`, `validation_failed` (email: domain_not_allowed)
 */
export async function askInvited(
  urlPath: string,
  email: string,
  language: "en" | "ja",
  origin: Origin,
): Promise<void> {
  const { workspaceId, linkId, domains } = await getInvitation(urlPath, origin);
  if (domains.length > 0 && !isOfDomains(email, domains))
    throw new DomainError("validation_failed", {
      email: [
        `domain_not_allowed?${new URLSearchParams({ domains: domains.join(", ") }).toString()}`,
      ],
    });
  await countTry({ counter: "sign-up", key: email }, ofAddress("sign-up-ip", origin));
  await demandNoIdentityProvider(email);
  await db.$transaction((tx) =>
    enqueueDeferredRequest(
      tx,
      { to: email, language, workspaceId: null },
      { name: "asked.invited", facts: { workspaceId, linkId } },
    ),
  );
}

/** Whole domains only: `sub.example.com` is another one. */
export const isOfDomains = (email: string, domains: readonly string[]): boolean =>
  domains.includes(email.slice(email.lastIndexOf("@") + 1));
