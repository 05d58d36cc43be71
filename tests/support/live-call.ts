import { expect } from "vitest";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { NewLiveCall } from "#app/core/domain/live/live-forms.schema.ts";
import { type LiveRef, reportRecorder } from "#app/core/domain/live/report.server.ts";
import { startCall } from "#app/core/domain/live/start.server.ts";
import { saveComponentStatus } from "#app/core/domain/component/component-status.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { hashOf, newSecret } from "#app/core/platform/crypto.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { repIdentity } from "#app/core/platform/livekit-names.ts";

/** What the supervisor says when the media server answers. */
export const turnLiveCallsOn = (): Promise<void> =>
  saveComponentStatus("livekit", "test", "on", {});

export type LiveCall = LiveRef & { transcriptId: string; hostId: string };

/** A call of `owner` as Start makes it; its host has not come yet. */
export async function aStartedCall(owner: Member, input: NewLiveCall = {}): Promise<LiveCall> {
  const callId = await startCall(owner, input);
  const { workspaceId, recordingId, transcriptId } = await db.liveCall.findFirstOrThrow({
    where: { callId },
  });
  const host = await db.participant.findFirstOrThrow({ where: { callId, role: "host" } });
  return { workspaceId, callId, recordingId, transcriptId, hostId: host.id };
}

/** The same with its host in the room, as the recorder reports them. */
export async function aLiveCall(owner: Member, input: NewLiveCall = {}): Promise<LiveCall> {
  const call = await aStartedCall(owner, input);
  await reportRecorder(call, {
    kind: "join",
    identity: repIdentity(owner.memberId, "tab-of-the-host"),
    participantId: call.hostId,
    atMs: 100,
  });
  return call;
}

/** Somebody at the door of a call. @returns the guest's id */
export async function aGuest(
  { workspaceId, callId }: Pick<LiveCall, "workspaceId" | "callId">,
  name = "Guest",
): Promise<string> {
  const link = await db.sharedLink.findFirst({ where: { callId, kind: "invitation" } });
  const id = newId();
  await db.guest.create({
    data: {
      id,
      workspaceId,
      callId,
      linkId: link?.id ?? expect.fail("the call has no invitation"),
      tokenHash: hashOf(newSecret()),
      name,
      state: "waiting",
      consent: "agreed",
      textHash: hashOf("what was shown"),
    },
  });
  return id;
}

/** The code of a refusal, or "done". */
export const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => "done",
    (error: unknown) => (error instanceof Error && "code" in error ? error.code : error),
  );

/** Events of a workspace's audit logs, oldest first. */
export const eventsOf = async (workspaceId: string): Promise<string[]> =>
  (await db.auditEntry.findMany({ where: { workspaceId }, orderBy: { id: "asc" } })).map(
    ({ event }) => event,
  );
