import { now } from "#app/core/platform/clock.ts";
import { db, isUniqueViolation, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { unauthenticatedActor, type Origin, type Role } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { enqueueDeferredRequest } from "../notification/outbox.server.ts";
import { makeWorkspace } from "../workspace/new-workspace.server.ts";
import { isSsoOnly } from "../workspace/sign-in-policy.server.ts";
import { type Activation, weakness } from "./account.schema.ts";
import type { ActivationView } from "./activation-view.ts";
import { openLink } from "./resolve-deferred-request.server.ts";
import { type Code, findCode, spendCode, voidCodes } from "./codes.server.ts";
import { type Entry, letIn } from "./entry.server.ts";
import { addMember, countUse, activateInvited } from "./newcomer.server.ts";
import { hashPassword } from "./password.server.ts";
import { isOfDomains } from "./sign-up.server.ts";
import { countTry, ofAddress } from "./tries.server.ts";

type AnyCode = Code<"activation"> | Code<"setup">;
const openCode = async (secret: string): Promise<AnyCode | null> => {
  const code = (await findCode("activation", secret)) ?? (await findCode("setup", secret));
  return code?.state === "open" ? code : null;
};

/** What a code is for, or null when it does not work, whyever. Looking does not use it: mail scanners look. */
export async function findActivation(secret: string): Promise<ActivationView | null> {
  const code = await openCode(secret);
  if (!code) return null;
  if (!("memberId" in code.data))
    return {
      maskedEmail: null,
      workspace: null,
      mustUseIdentityProvider: false,
      newWorkspace: { name: "", timeZone: null, language: null },
    };
  const maskedEmail = masked(code.email);
  const mustUseIdentityProvider = await isSsoOnly(code.email);
  if (code.workspaceId === null)
    return {
      maskedEmail,
      workspace: null,
      mustUseIdentityProvider,
      newWorkspace: code.data.workspace,
    };
  const workspace = await db.workspace.findFirst({
    where: { id: code.workspaceId, deletedAt: null },
    select: { name: true },
  });
  return (
    workspace && {
      maskedEmail,
      workspace: workspace.name,
      mustUseIdentityProvider,
      newWorkspace: null,
    }
  );
}

/** `m•••@example.com` */
function masked(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}

/**
 * Uses a code: the person becomes a member and is signed in, or takes the second step their role asks for.
 * @throws DomainError `link_ended`, `sso_required`, `validation_failed`, `limit_reached`, `rate_limited`
 */
export async function activate(secret: string, input: Activation, origin: Origin): Promise<Entry> {
  await countTry(ofAddress("activate-ip", origin));
  const code = await openCode(secret);
  if (!code) throw new DomainError("link_ended");
  const email = code.email === "" ? input.email : code.email;
  if (email === undefined) throw new DomainError("validation_failed", { email: ["required"] });
  if (await isSsoOnly(email)) throw new DomainError("sso_required", { "": ["sso_required"] });
  const weak = weakness(input.password, email);
  if (weak.length > 0) throw new DomainError("validation_failed", { password: weak });
  const startsOwn = !("memberId" in code.data) || code.data.workspace !== null;
  if (startsOwn && input.workspace === undefined)
    throw new DomainError("validation_failed", { workspace: ["required"] });
  const password = await hashPassword(input.password);
  try {
    return await db.$transaction(async (tx) => {
      await spendCode(tx, code.id);
      if (await tx.identity.findUnique({ where: { email }, select: { id: true } })) throw taken();
      const workspaceId = code.workspaceId ?? (await startWorkspace(tx, input));
      const memberId = await comeIn(tx, { code, workspaceId, email, input });
      const identityId = newId();
      await tx.identity.create({
        data: {
          id: identityId,
          workspaceId,
          memberId,
          email,
          password,
          // The first admin types an address nobody has written to yet.
          verifiedAt: code.email === "" ? null : now(),
        },
        select: { id: true },
      });
      const person = unauthenticatedActor({ workspaceId, memberId }, origin);
      const target = { kind: "member", id: memberId };
      if (startsOwn)
        await record(tx, person, "workspace.created", { kind: "workspace", id: workspaceId });
      await record(tx, person, "member.joined", target);
      await voidCodes(tx, { kind: "activation", workspaceId: code.workspaceId, email });
      return letIn(tx, { workspaceId, identityId, memberId }, origin);
    });
  } catch (error) {
    // Two codes of one person used at the same moment: the second finds the address taken.
    if (isUniqueViolation(error)) throw taken();
    throw error;
  }
}

const taken = () => new DomainError("validation_failed", { "": ["email_taken"] });

const startWorkspace = (
  tx: Tx,
  { workspace = "", timeZone, language }: Activation,
): Promise<string> => makeWorkspace(tx, { name: workspace, timeZone, language });

type Coming = { code: AnyCode; workspaceId: string; email: string; input: Activation };

/** Makes the member, or wakes the one that was invited. @returns their id */
async function comeIn(tx: Tx, { code, workspaceId, email, input }: Coming): Promise<string> {
  const data = "memberId" in code.data ? code.data : null;
  if (data?.memberId != null) {
    await activateInvited(tx, { workspaceId, memberId: data.memberId, email }, input);
    return data.memberId;
  }
  const place = await placeOf(tx, { code, workspaceId, email });
  const id = await addMember(tx, { workspaceId, email, ...place }, input);
  if (data?.linkId != null) await countUse(tx, { workspaceId, linkId: data.linkId, memberId: id });
  return id;
}

/** What the newcomer becomes, by the way they came; that way must still be open. */
async function placeOf(
  tx: Tx,
  { code, workspaceId, email }: Omit<Coming, "input">,
): Promise<{ role: Role; teamId: string | null }> {
  if (code.workspaceId === null) return { role: "admin", teamId: null };
  if ("linkId" in code.data && code.data.linkId !== null) {
    const link = await openLink(tx, workspaceId, code.data.linkId);
    if (!link) throw new DomainError("link_ended");
    return { role: link.role, teamId: link.teamId };
  }
  const workspace = await tx.workspace.findFirst({
    where: { id: workspaceId, deletedAt: null, signUpMode: "domains" },
    select: { signUpDomains: true },
  });
  if (!workspace || !isOfDomains(email, workspace.signUpDomains))
    throw new DomainError("link_ended");
  return { role: "rep", teamId: null };
}

/**
 * Sends a new code to whom an old one was made for. The answer is the same for codes that never were.
 * @throws DomainError `rate_limited`
 */
export async function askNewCode(
  secret: string,
  language: "en" | "ja",
  origin: Origin,
): Promise<void> {
  const code = await findCode("activation", secret);
  await countTry(ofAddress("activate-ip", origin), {
    counter: "activate-again",
    key: code?.email ?? secret.slice(0, 64),
  });
  if (!code || code.email === "") return;
  await db.$transaction((tx) =>
    enqueueDeferredRequest(
      tx,
      { to: code.email, language, workspaceId: null },
      { name: "asked.new_code", facts: { codeId: code.id } },
    ),
  );
}
