import { now } from "#app/core/platform/clock.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { paths } from "#app/paths.ts";
import { unauthenticatedActor, type Origin } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DEFERRED_REQUESTS, type DeferredRequestFacts } from "../notification/email-templates.ts";
import { markSent, queueEmail, type Waiting } from "../notification/outbox.server.ts";
import type { CodeData } from "./codes.schema.ts";
import { CODE_SECONDS, findCodeById, issueCode } from "./codes.server.ts";
import { isSsoOnly } from "../workspace/sign-in-policy.server.ts";
import { isOfDomains } from "./sign-up.server.ts";

type Asker = { email: string; language: "en" | "ja" };

/**
 * Finds out whom an address belongs to and posts the letter that is right for them, or none. Runs in the worker, so
 * that nobody at the door learns anything from the answer or its time.
 */
export async function resolveDeferredRequest({
  id,
  to,
  template,
  language,
  facts,
}: Waiting): Promise<void> {
  const asker: Asker = { email: to, language };
  await db.$transaction(async (tx) => {
    if (template === "asked.password_reset") await resolveReset(tx, asker);
    else if (template === "asked.sign_in")
      await noteFailure(tx, to, DEFERRED_REQUESTS["asked.sign_in"].parse(facts));
    else if (template === "asked.sign_up")
      await resolveSignUp(tx, asker, DEFERRED_REQUESTS["asked.sign_up"].parse(facts));
    else if (template === "asked.invited")
      await resolveInvited(tx, asker, DEFERRED_REQUESTS["asked.invited"].parse(facts));
    else if (template === "asked.new_code")
      await resolveNewCode(tx, DEFERRED_REQUESTS["asked.new_code"].parse(facts), asker);
    await markSent(tx, id);
  });
}

const absolute = (path: string): string => `${env().appUrl}${path}`;

const account = (tx: Tx, email: string) =>
  tx.identity.findUnique({
    where: { email },
    select: {
      workspaceId: true,
      memberId: true,
      isBreakGlass: true,
      member: {
        select: { state: true, language: true, workspace: { select: { deletedAt: true } } },
      },
    },
  });

/** A sign-in that failed is an entry of the person it was tried with; of nobody where the address is nobody's. */
async function noteFailure(tx: Tx, email: string, origin: Origin): Promise<void> {
  const found = await account(tx, email);
  if (found)
    await record(tx, unauthenticatedActor(found, origin), "session.failed", {
      kind: "member",
      id: found.memberId,
    });
}

async function resolveReset(tx: Tx, { email, language }: Asker): Promise<void> {
  const found = await account(tx, email);
  if (found?.member.state !== "active" || found.member.workspace.deletedAt !== null) return;
  const { workspaceId, memberId, member } = found;
  if (!found.isBreakGlass && (await isSsoOnly(email)))
    return queueEmail(
      tx,
      { to: email, language, workspaceId },
      {
        name: "use_partner",
        dedupe: `${memberId}:${now().getTime()}`,
        facts: { url: absolute(paths.signIn()) },
      },
    );
  const token = await issueCode(tx, {
    kind: "password_reset",
    workspaceId,
    email,
    data: { memberId },
  });
  await queueEmail(
    tx,
    {
      to: email,
      language: member.language === "ja" ? "ja" : member.language === "en" ? "en" : language,
      workspaceId,
    },
    {
      name: "password_reset",
      dedupe: token.slice(0, 12),
      facts: {
        url: absolute(paths.passwordReset(token)),
        minutes: CODE_SECONDS.password_reset / 60,
      },
    },
  );
}

/** Whoever has an account already learns so by mail, and only they. @returns whether they have one */
async function notifyMember(tx: Tx, { email, language }: Asker): Promise<boolean> {
  const found = await account(tx, email);
  if (!found) return false;
  if (found.member.state === "active")
    await queueEmail(
      tx,
      { to: email, language, workspaceId: found.workspaceId },
      {
        name: "already_member",
        dedupe: `${found.memberId}:${now().getTime()}`,
        facts: { url: absolute(paths.signIn()), resetUrl: absolute(paths.passwordReset()) },
      },
    );
  return true;
}

async function resolveSignUp(
  tx: Tx,
  asker: Asker,
  { workspace }: DeferredRequestFacts<"asked.sign_up">,
): Promise<void> {
  if (await notifyMember(tx, asker)) return;
  const domain = asker.email.slice(asker.email.lastIndexOf("@") + 1);
  const listed = await tx.workspace.findFirst({
    where: { signUpMode: "domains", signUpDomains: { has: domain }, deletedAt: null },
    orderBy: { createdAt: "asc" },
    select: { id: true, name: true },
  });
  if (listed) return sendToJoin(tx, asker, listed, null);
  if (workspace === null || env().SIGN_UP !== "open") return;
  await sendCode(tx, asker, null, { memberId: null, linkId: null, workspace });
}

async function resolveInvited(
  tx: Tx,
  asker: Asker,
  { workspaceId, linkId }: DeferredRequestFacts<"asked.invited">,
): Promise<void> {
  if (await notifyMember(tx, asker)) return;
  const link = await openLink(tx, workspaceId, linkId);
  if (link) await sendToJoin(tx, asker, link.workspace, linkId);
}

/** A link that still lets people in. */
export const openLink = async (tx: Tx, workspaceId: string, linkId: string) => {
  const link = await tx.signUpLink.findFirst({
    where: {
      workspaceId,
      id: linkId,
      revokedAt: null,
      expiresAt: { gt: now() },
      workspace: { deletedAt: null },
    },
    select: {
      role: true,
      teamId: true,
      uses: true,
      maxUses: true,
      workspace: { select: { id: true, name: true } },
    },
  });
  return link && link.uses < link.maxUses ? link : null;
};

/** Somebody who was invited by name comes as invited, whichever door they knocked at; one who was sent away does not come. */
async function sendToJoin(
  tx: Tx,
  asker: Asker,
  workspace: { id: string; name: string },
  linkId: string | null,
): Promise<void> {
  const waiting = await tx.member.findFirst({
    where: { workspaceId: workspace.id, email: asker.email, scrubbedAt: null },
    select: { id: true, state: true },
  });
  if (waiting && waiting.state !== "invited") return;
  await sendCode(tx, asker, workspace, {
    memberId: waiting?.id ?? null,
    linkId: waiting ? null : linkId,
    workspace: null,
  });
}

async function sendCode(
  tx: Tx,
  { email, language }: Asker,
  workspace: { id: string; name: string } | null,
  data: CodeData<"activation">,
): Promise<void> {
  const workspaceId = workspace?.id ?? null;
  const code = await issueCode(tx, { kind: "activation", workspaceId, email, data });
  await queueEmail(
    tx,
    { to: email, language, workspaceId },
    {
      name: "activation",
      dedupe: code.slice(0, 12),
      facts: {
        url: absolute(paths.activate(code)),
        workspace: workspace?.name ?? null,
        hours: CODE_SECONDS.activation / 3_600,
      },
    },
  );
}

/** A code that ran out is made anew as long as what it was made for still holds. */
async function resolveNewCode(
  tx: Tx,
  { codeId }: DeferredRequestFacts<"asked.new_code">,
  asker: Asker,
): Promise<void> {
  const code = await findCodeById("activation", codeId);
  if (!code || (await notifyMember(tx, asker))) return;
  const { workspaceId, data } = code;
  if (workspaceId === null) {
    if (data.workspace !== null && env().SIGN_UP === "open") await sendCode(tx, asker, null, data);
    return;
  }
  const workspace = await tx.workspace.findFirst({
    where: { id: workspaceId, deletedAt: null },
    select: { id: true, name: true, signUpMode: true, signUpDomains: true },
  });
  if (!workspace) return;
  const isWanted =
    data.memberId !== null ||
    (data.linkId !== null
      ? (await openLink(tx, workspaceId, data.linkId)) !== null
      : workspace.signUpMode === "domains" && isOfDomains(asker.email, workspace.signUpDomains));
  if (isWanted) await sendToJoin(tx, asker, workspace, data.linkId);
}
