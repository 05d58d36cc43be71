import * as z from "zod";
import type { Tx } from "#app/core/platform/db.server.ts";
import { unauthenticatedActor, type Origin } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { readSettings } from "../workspace-settings.ts";
import { keepPreSession } from "./pre-session.server.ts";
import { notifyAdmins, notifyOfNewDevice } from "./security-email.server.ts";
import { startSession } from "./session.server.ts";

/**
 * What a first step leads to: a session's secret, or that of half a sign-in. `needsFactor`: a code is asked for;
 * `needsSetUp`: the role asks for a second step and there is none yet.
 */
export type Entry = { token: string; needsFactor: boolean; needsSetUp: boolean };
export type Who = { workspaceId: string; memberId: string; identityId: string };

/** Purposes of half sign-ins. */
export const FACTOR = "factor";
export const SET_UP = "set_up";
export const partialSignIn = z.object({
  workspaceId: z.uuid(),
  memberId: z.uuid(),
  identityId: z.uuid(),
  isBreakGlass: z.boolean().default(false),
});

/** `hasFactor`: what they showed is two steps in one. `isBreakGlass`: they came past their partner. */
type How = { hasFactor?: boolean; isBreakGlass?: boolean };

/**
 * Lets somebody in who has shown who they are, or asks for the second step.
 * @throws DomainError `unauthenticated` when they are no active member (any more)
 */
export async function letIn(
  tx: Tx,
  who: Who,
  origin: Origin,
  { hasFactor = false, isBreakGlass = false }: How = {},
): Promise<Entry> {
  const { workspaceId, memberId, identityId } = who;
  const identity = await tx.identity.findFirst({
    where: {
      workspaceId,
      id: identityId,
      member: { id: memberId, state: "active", workspace: { deletedAt: null } },
    },
    select: {
      totpEnc: true,
      member: { select: { role: true, workspace: { select: { settings: true } } } },
    },
  });
  if (!identity) throw new DomainError("unauthenticated");
  const { role, workspace } = identity.member;
  const partial = { workspaceId, memberId, identityId, isBreakGlass };
  const done = { needsFactor: false, needsSetUp: false };
  if (!hasFactor && identity.totpEnc !== null)
    return { ...done, token: await keepPreSession(tx, FACTOR, partial), needsFactor: true };
  if (!hasFactor && readSettings(workspace.settings).signIn.factorRoles.includes(role))
    return { ...done, token: await keepPreSession(tx, SET_UP, partial), needsSetUp: true };
  return { ...done, token: await enter(tx, { ...who, hasFactor, isBreakGlass }, origin) };
}

/** The session itself, with what is told of it. @returns its secret */
export async function enter(
  tx: Tx,
  { isBreakGlass = false, ...who }: Who & { hasFactor: boolean; isBreakGlass?: boolean },
  origin: Origin,
): Promise<string> {
  await notifyOfNewDevice(tx, who, origin);
  const token = await startSession(tx, who, origin);
  const target = { kind: "member", id: who.memberId };
  await record(tx, unauthenticatedActor(who, origin), "session.started", target);
  if (isBreakGlass) {
    await record(tx, unauthenticatedActor(who, origin), "session.break_glass", target);
    await notifyAdmins(tx, who);
  }
  return token;
}
