import * as z from "zod";
import { notify, type Tx } from "#app/core/platform/db.server.ts";
import { callAccess, type CallRow } from "../access/access.ts";
import { isRunning } from "./call-state.ts";

/**
 * Tells open pages, when the transaction commits, that a call or a stage of its recording is not as it was.
 * @param former who could see the call before, where fewer people may see it now: they learn that it is gone, and no other
 * reader learns its id
 */
export async function publishPipelineChanged(
  tx: Tx,
  { workspaceId, callId }: { workspaceId: string; callId: string },
  former: CallRow | null = null,
): Promise<void> {
  for (const payload of payloadsOf(workspaceId, { callId, former }))
    await notify(tx, "pipeline", payload);
}

type ChangedCall = { callId: string; former: CallRow | null };

function* payloadsOf(workspaceId: string, { callId, former }: ChangedCall): Generator<string> {
  const changed = `${workspaceId}:${callId}`;
  if (former === null) yield changed;
  else for (const part of partsOf(former)) yield `${changed}:${JSON.stringify(part)}`;
}

/** As `publishPipelineChanged`, and as `publishCallChanged` of their people, for as many calls as a library has. */
export async function publishPeopleChanged(
  tx: Tx,
  workspaceId: string,
  calls: readonly ChangedCall[],
): Promise<void> {
  const pipeline = calls.flatMap((call) => [...payloadsOf(workspaceId, call)]);
  const people = calls.map(({ callId }) => `${callId}:${"people" satisfies CallEventKind}`);
  await tx.$executeRaw`
    SELECT pg_notify('pipeline', p) FROM unnest(${pipeline}::text[]) p
    UNION ALL SELECT pg_notify('call_event', p) FROM unnest(${people}::text[]) p`;
}

const PROGRESS = "progress";

/** The same of a stage that only moved on: open pages show how far it is and load nothing. */
export const publishProgress = (
  tx: Tx,
  { workspaceId, callId }: { workspaceId: string; callId: string },
): Promise<void> => notify(tx, "pipeline", `${workspaceId}:${callId}:${PROGRESS}`);

/** A payload takes 8,000 bytes; each way to see a call opens it by itself, so that they can come one after the other. */
const IDS_IN_PAYLOAD = 40;

function* partsOf(former: CallRow): Generator<Former> {
  const { kind, state, visibility, ownerId, teamId, participants, callGrants } = former;
  const people = participants.filter(({ memberId }) => memberId !== null);
  for (let from = 0; from === 0 || from < Math.max(people.length, callGrants.length); ) {
    const to = from + IDS_IN_PAYLOAD;
    yield {
      ...{ kind, isLive: isRunning(state), visibility, ownerId, teamId },
      participants: people.slice(from, to),
      callGrants: callGrants.slice(from, to),
    };
    from = to;
  }
}

const id = z.string().nullable();
const formerAccess = z.object({
  kind: z.enum(["room", "meeting", "phone", "recorder", "upload"]),
  isLive: z.boolean(),
  visibility: z.enum(["private", "team", "workspace"]),
  ownerId: z.string(),
  teamId: id,
  participants: z.array(z.object({ memberId: id })),
  callGrants: z.array(z.object({ memberId: id, teamId: id, level: z.enum(["view", "edit"]) })),
});
type Former = z.output<typeof formerAccess>;

/** What a payload of the channel says; `former` as the rights of calls are judged. */
export function readPipelineChange(payload: string): {
  workspaceId: string;
  callId: string;
  isProgress: boolean;
  former: CallRow | null;
} {
  const [workspaceId = "", callId = "", ...rest] = payload.split(":");
  const isProgress = rest[0] === PROGRESS;
  if (rest.length === 0 || isProgress) return { workspaceId, callId, isProgress, former: null };
  const { isLive, ...access } = formerAccess.parse(JSON.parse(rest.join(":")));
  // A call in the trash keeps its readers.
  const state = isLive ? "live" : "available";
  return { workspaceId, callId, isProgress, former: { workspaceId, state, ...access } };
}

/** Who may see a call now, for a write that takes it from some of them. @returns null for a call that is not there */
export const accessNow = (
  tx: Tx,
  { workspaceId, callId }: { workspaceId: string; callId: string },
): Promise<CallRow | null> =>
  tx.call.findUnique({
    where: { workspaceId_id: { workspaceId, id: callId } },
    select: callAccess,
  });

/** What the streams of a call read again (data §6). */
export type CallEventKind = "state" | "people" | "waiting" | "marks" | "done";

/** Wakes the streams of a call, and its recorder's supervisor, when the transaction commits. */
export const publishCallChanged = (tx: Tx, callId: string, kind: CallEventKind): Promise<void> =>
  notify(tx, "call_event", `${callId}:${kind}`);
