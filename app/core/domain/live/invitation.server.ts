import { now } from "#app/core/platform/clock.ts";
import { hashOf, newSecret, seal, unseal } from "#app/core/platform/crypto.server.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { addressKey, tryOnce } from "#app/core/platform/rate-limit.server.ts";
import { paths } from "#app/paths.ts";
import type { Member, Origin } from "../access/actor.ts";
import { isRunning } from "../call/call-state.ts";
import { DomainError } from "../errors.ts";
import { DEMO_SOURCE } from "./demo-source.ts";
import { codeOf } from "../link-code.ts";
import { readSettings, type WorkspaceSettings } from "../workspace-settings.ts";

/** 16 random bytes (data §1): nobody finds a link by trying. */
const URL_BYTES = 16;
/** What the stored path is encrypted for: the host copies the link again later. */
const PURPOSE = "shared-link";
/** Addresses that lead nowhere, per sender: a person mistypes, a machine guesses. */
const MISSES = { name: "shared-miss", points: 60, seconds: 600 };

/**
 * Makes the invitation of a call. Its path is a secret: it goes to people, never to a log.
 * @param expiresAt null: it ends with the call
 * @returns the path under `/shared/`
 */
export async function newInvitation(
  tx: Tx,
  actor: Member,
  callId: string,
  expiresAt: Date | null = null,
): Promise<string> {
  const urlPath = newSecret(URL_BYTES);
  await tx.sharedLink.create({
    data: {
      id: newId(),
      workspaceId: actor.workspaceId,
      kind: "invitation",
      urlHash: hashOf(urlPath),
      urlEnc: new Uint8Array(seal(PURPOSE, urlPath)),
      callId,
      shows: {},
      expiresAt,
      createdBy: actor.memberId,
    },
    select: { id: true },
  });
  return urlPath;
}

/** The whole address of a stored invitation, for who may hand it on. */
export const invitationUrl = (urlEnc: Uint8Array): string =>
  `${env().appUrl}${paths.shared(unseal(PURPOSE, urlEnc))}`;

export type Invitation = {
  workspaceId: string;
  linkId: string;
  callId: string;
  workspace: { name: string; settings: WorkspaceSettings };
  host: string;
  /** Null: the door is open. */
  startsAt: Date | null;
  isLocked: boolean;
};

/**
 * Finds the call behind an address. Its end is judged in the query that loads it, not by a job (product §5.7).
 * No person gets into a demo's call: its starter hears that unseen, so its invitation has ended from the start.
 * @throws DomainError `not_found`, `link_ended`, `rate_limited` for who tries many
 */
export async function findInvitation(urlPath: string, origin: Origin): Promise<Invitation> {
  const code = codeOf("shared", urlPath);
  const found = code === null ? null : await load(code);
  if (!found?.call || found.call.workspace.deletedAt !== null) {
    const wait = await tryOnce(MISSES, addressKey(origin.ip ?? ""));
    if (wait > 0) throw new DomainError("rate_limited", {}, wait);
    throw new DomainError("not_found");
  }
  const { call } = found;
  const at = now();
  const isOver =
    found.revokedAt !== null ||
    (found.expiresAt !== null && found.expiresAt <= at) ||
    !isRunning(call.state) ||
    call.source === DEMO_SOURCE;
  if (isOver) throw new DomainError("link_ended");
  const isEarly =
    call.state === "scheduled" && call.scheduledStart !== null && call.scheduledStart > at;
  return {
    workspaceId: found.workspaceId,
    linkId: found.id,
    callId: call.id,
    workspace: { name: call.workspace.name, settings: readSettings(call.workspace.settings) },
    host: call.owner.name,
    startsAt: isEarly ? call.scheduledStart : null,
    isLocked: call.isLocked,
  };
}

const load = (code: string) =>
  db.sharedLink.findFirst({
    where: { urlHash: hashOf(code), kind: "invitation" },
    select: {
      id: true,
      workspaceId: true,
      expiresAt: true,
      revokedAt: true,
      call: {
        select: {
          id: true,
          state: true,
          source: true,
          scheduledStart: true,
          isLocked: true,
          owner: { select: { name: true } },
          workspace: { select: { name: true, settings: true, deletedAt: true } },
        },
      },
    },
  });
