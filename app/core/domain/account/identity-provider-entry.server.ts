import * as z from "zod";
import { now } from "#app/core/platform/clock.ts";
import { db, isUniqueViolation, type Prisma, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import type { Claims } from "#app/core/platform/oauth/id-token.server.ts";
import type { IdentityProvider } from "#app/core/platform/identity-provider-settings.ts";
import { addressKey, forgive, takeBack } from "#app/core/platform/rate-limit.server.ts";
import { unauthenticatedActor, type Origin } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { domainOf } from "../workspace/sign-in-policy.server.ts";
import { openLink } from "./resolve-deferred-request.server.ts";
import { type Entry, letIn, type Who } from "./entry.server.ts";
import { type About, addMember, countUse, activateInvited } from "./newcomer.server.ts";
import { isPassword } from "./password.server.ts";
import { findPreSession, keepPreSession, spendPreSession } from "./pre-session.server.ts";
import { provenEmail } from "./proven-email.ts";
import { notifyOfSecurityChange } from "./security-email.server.ts";
import { getInvitation, isOfDomains } from "./sign-up.server.ts";
import { countTry, limitOf, ofAddress } from "./tries.server.ts";

/** `link`: an account with this address exists, and its own password must say that both are one person. */
export type IdentityProviderEntry =
  | { kind: "in"; entry: Entry }
  | { kind: "link"; secret: string }
  | { kind: "uninvited" };

const UNINVITED = { kind: "uninvited" } as const;
const select = {
  id: true,
  workspaceId: true,
  memberId: true,
  verifiedAt: true,
  password: true,
  member: { select: { state: true, workspace: { select: { deletedAt: true } } } },
} as const satisfies Prisma.IdentitySelect;
type Account = Prisma.IdentityGetPayload<{ select: typeof select }>;
const isOpen = ({ member }: Account): boolean =>
  member.state === "active" && member.workspace.deletedAt === null;
const whoOf = ({ workspaceId, memberId, id }: Account): Who => ({
  workspaceId,
  memberId,
  identityId: id,
});

/**
 * Whom an identity provider's answer stands for (product §9.3): the person this subject was linked to; else the account
 * with this proven address, which must be linked first; else a newcomer who was invited, came by a sign-up link, or
 * whose domain is listed.
 * @param how the language of the page and the path of the link they came by, for newcomers
 */
export async function enterByIdentityProvider(
  identityProvider: IdentityProvider,
  claims: Claims,
  { language, invitation = null }: { language: "en" | "ja"; invitation?: string | null },
  origin: Origin,
): Promise<IdentityProviderEntry> {
  const key = { issuer: claims.iss, subject: claims.sub };
  const login = await db.partnerLogin.findUnique({
    where: { issuer_subject: key },
    select: { identity: { select } },
  });
  if (login) {
    if (!isOpen(login.identity)) return UNINVITED;
    const who = whoOf(login.identity);
    return { kind: "in", entry: await db.$transaction((tx) => letIn(tx, who, origin)) };
  }
  const email = provenEmail(identityProvider, claims);
  if (email === null) return UNINVITED;
  const account = await db.identity.findUnique({ where: { email }, select });
  if (account) {
    // An address nobody has proven here may have been typed by somebody else, to wait for its owner.
    if (!isOpen(account) || account.verifiedAt === null || account.password === null)
      return UNINVITED;
    const data = { ...whoOf(account), ...key, email, identityProvider: identityProvider.name };
    return {
      kind: "link",
      secret: await db.$transaction((tx) => keepPreSession(tx, LINK, data)),
    };
  }
  const link = invitation === null ? null : await linkFor(invitation, email, origin);
  return comeNew({ email, key, name: claims.name, language, link }, origin);
}

type Link = { workspaceId: string; linkId: string };

/** The sign-up link somebody came by, where it lets this address in. */
async function linkFor(urlPath: string, email: string, origin: Origin): Promise<Link | null> {
  try {
    const { workspaceId, linkId, domains } = await getInvitation(urlPath, origin);
    if (domains.length > 0 && !isOfDomains(email, domains)) return null;
    return { workspaceId, linkId };
  } catch (error) {
    if (error instanceof DomainError) return null; // it ended, or never was
    throw error;
  }
}

type Newcomer = {
  email: string;
  key: { issuer: string; subject: string };
  name: string | undefined;
  language: "en" | "ja";
  link: Link | null;
};

async function comeNew(newcomer: Newcomer, origin: Origin): Promise<IdentityProviderEntry> {
  try {
    return await db.$transaction(async (tx) => {
      const place = await findPlace(tx, newcomer);
      if (!place) return UNINVITED;
      const who = { ...place, identityId: newId() };
      const { workspaceId, memberId, identityId } = who;
      await tx.identity.create({
        data: { id: identityId, workspaceId, memberId, email: newcomer.email, verifiedAt: now() },
        select: { id: true },
      });
      await tx.partnerLogin.create({
        data: { id: newId(), workspaceId, identityId, ...newcomer.key },
        select: { id: true },
      });
      await record(tx, unauthenticatedActor(who, origin), "member.joined", {
        kind: "member",
        id: memberId,
      });
      return { kind: "in" as const, entry: await letIn(tx, who, origin) };
    });
  } catch (error) {
    // The same person in two tabs, or a code of theirs used at the same moment: the other one was quicker.
    if (isUniqueViolation(error)) return UNINVITED;
    if (error instanceof DomainError && error.code === "link_ended") return UNINVITED;
    throw error;
  }
}

/** Where a newcomer belongs: as they were invited, else as their link says, else as a rep where their domain is listed. */
async function findPlace(
  tx: Tx,
  { email, name, language, link }: Newcomer,
): Promise<{ workspaceId: string; memberId: string } | null> {
  const about = {
    name: (name ?? "").trim().slice(0, 100) || email.slice(0, email.lastIndexOf("@")).slice(0, 100),
    language,
    timeZone: null,
  };
  const invited = await tx.member.findFirst({
    where: { email, state: "invited", scrubbedAt: null, workspace: { deletedAt: null } },
    orderBy: { createdAt: "desc" },
    select: { id: true, workspaceId: true },
  });
  if (invited) {
    const { workspaceId, id: memberId } = invited;
    await activateInvited(tx, { workspaceId, memberId, email }, about);
    return { workspaceId, memberId };
  }
  if (link) return comeByLink(tx, link, email, about);
  const listed = await tx.workspace.findFirst({
    where: { signUpMode: "domains", signUpDomains: { has: domainOf(email) }, deletedAt: null },
    orderBy: { createdAt: "asc" },
    select: { id: true },
  });
  if (!listed) return null;
  if (await wasHere(tx, listed.id, email)) return null;
  const place = { workspaceId: listed.id, email, role: "rep" as const, teamId: null };
  return { workspaceId: listed.id, memberId: await addMember(tx, place, about) };
}

/** Somebody who was sent away does not come back by themselves. */
const wasHere = async (tx: Tx, workspaceId: string, email: string): Promise<boolean> =>
  (await tx.member.count({ where: { workspaceId, email, scrubbedAt: null } })) > 0;

async function comeByLink(tx: Tx, { workspaceId, linkId }: Link, email: string, about: About) {
  const open = await openLink(tx, workspaceId, linkId);
  if (!open || (await wasHere(tx, workspaceId, email))) return null;
  const { role, teamId } = open;
  const memberId = await addMember(tx, { workspaceId, email, role, teamId }, about);
  await countUse(tx, { workspaceId, linkId, memberId });
  return { workspaceId, memberId };
}

const LINK = "link";
const linkData = z.object({
  workspaceId: z.uuid(),
  memberId: z.uuid(),
  identityId: z.uuid(),
  issuer: z.string(),
  subject: z.string(),
  email: z.string(),
  identityProvider: z.string(),
});

/** Whose account waits to be linked, and to what; null: nothing does (any more). */
export async function findLink(
  partial: string,
): Promise<{ email: string; identityProvider: string } | null> {
  const found = await findPreSession(LINK, partial, linkData);
  return found && { email: found.data.email, identityProvider: found.data.identityProvider };
}

/**
 * Links the identity provider's account to the one with the same address: once, with that one's own password.
 * @throws DomainError `unauthenticated` without the identity provider's answer, `validation_failed` (password:
 * wrong_password), `rate_limited`
 */
export async function linkIdentityProvider(
  partial: string,
  password: string,
  origin: Origin,
): Promise<Entry> {
  const found = await findPreSession(LINK, partial, linkData);
  if (!found) throw new DomainError("unauthenticated");
  const { issuer, subject, email, identityProvider, ...who } = found.data;
  await countTry({ counter: "sign-in", key: email }, ofAddress("sign-in-ip", origin));
  const identity = await db.identity.findFirst({
    where: { workspaceId: who.workspaceId, id: who.identityId },
    select: { password: true },
  });
  if (!(await isPassword(identity?.password ?? null, password))) {
    await db.$transaction((tx) =>
      record(tx, unauthenticatedActor(who, origin), "session.failed", {
        kind: "member",
        id: who.memberId,
      }),
    );
    throw new DomainError("validation_failed", { password: ["wrong_password"] });
  }
  await Promise.all([
    forgive(limitOf("sign-in"), email),
    takeBack(limitOf("sign-in-ip"), addressKey(origin.ip ?? "")),
  ]);
  return db.$transaction(async (tx) => {
    if (!(await spendPreSession(tx, found.id))) throw new DomainError("unauthenticated");
    const { workspaceId, identityId, memberId } = who;
    await tx.partnerLogin.createMany({
      data: [{ id: newId(), workspaceId, identityId, issuer, subject }],
    });
    await record(
      tx,
      unauthenticatedActor(who, origin),
      "partner.linked",
      { kind: "member", id: memberId },
      { after: { issuer } },
    );
    await notifyOfSecurityChange(tx, who, {
      name: "partner_linked",
      identityProvider: identityProvider,
    });
    return letIn(tx, who, origin);
  });
}
