import * as z from "zod";
import { type CallRow, can } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { readPipelineChange } from "#app/core/domain/call/call-changed.server.ts";
import { isRunning } from "#app/core/domain/call/call-state.ts";
import { findComment } from "#app/core/domain/comment/comment-reads.server.ts";
import { findRecordingRow, isCallOf } from "#app/core/pages/recordings.server.ts";
import { findCard } from "#app/core/pages/console.server.ts";
import type { RecordingChange, RecordingRow } from "#app/core/pages/recordings-views.ts";
import { serverTime } from "#app/core/domain/server-time.server.ts";
import { listen } from "#app/core/platform/live-feed.server.ts";
import { isAsBefore } from "./actor.server.ts";
import { followNotices } from "./notice-stream.server.ts";
import { eventStream, type Send } from "./stream.server.ts";

/** Changes of one call are gathered for this long, so a running stage is at most four updates a second. */
const GATHER_MS = 250;
/** The same for cards of live calls, whose meters speak every second. */
const CARD_GATHER_MS = 2_000;

/**
 * Rows of calls whose stages move: `call` with a RecordingChange, or `gone` with the id of one that the member saw and no
 * longer sees, or that left the list. `live` with the card of a running call of their own or in their scope, null when it is over.
 * `notice` with how many notices of theirs are unread, whenever that or the newest is another.
 * `again` after a break makes the page load again. The address may carry `since`, the moment its page was
 * loaded (ISO): changes from then on are sent at the beginning, so that none falls between the page and its stream;
 * `call`, whose row is sent at the beginning, changed or not; and `comments`, the call whose comments are sent as they
 * are written: `comment` with the view, null where there is nothing left to show. Each is read with the member's rights
 * of that moment, so a private one reaches its author's tabs alone.
 */
export function watchPipeline(actor: Member, request: Request, closed: AbortSignal): Response {
  const asked = begins.parse(Object.fromEntries(new URL(request.url).searchParams));
  return eventStream(
    closed,
    (send, signal) => {
      followStages(actor, send, signal, asked);
      followComments(actor, send, signal, asked);
      followCards(actor, send, signal, asked.since);
      followNotices(actor, send, signal);
    },
    () => isAsBefore(request, actor),
    actor,
  );
}

/** Where a stream begins; what is not readable is as if it were not there. */
const begins = z.object({
  call: z.uuid().nullable().catch(null),
  comments: z.uuid().nullable().catch(null),
  since: z.iso
    .datetime()
    .transform((iso) => Date.parse(iso))
    .nullable()
    .catch(null),
});
type Begin = z.infer<typeof begins>;
type Change = { former: CallRow | null; isProgress: boolean; atMs: number };

function followStages(
  actor: Member,
  send: Send,
  signal: AbortSignal,
  { call, since }: Begin,
): void {
  const sendRow = (row: RecordingRow, change: Pick<RecordingChange, "changedAt" | "isProgress">) =>
    send("call", { ...row, ...change } satisfies RecordingChange);
  const look = async (callId: string, changes: Change[]): Promise<void> => {
    const row = await findRecordingRow(actor, callId);
    if (row)
      sendRow(row, {
        changedAt: serverTime(Math.max(...changes.map(({ atMs }) => atMs))),
        isProgress: changes.every(({ isProgress }) => isProgress),
      });
    // A reader who never saw the call does not learn of it by its going.
    else if (couldRead(changes) || (await isCallOf(actor, callId))) send("gone", { callId });
  };
  const couldRead = (changes: Change[]) =>
    changes.some(({ former }) => former !== null && can(actor, "call.read", former));
  const wake = gather<Change>(GATHER_MS, signal, (callId, changes) =>
    look(callId, changes).catch(() => send("again", null)),
  );
  listen(
    "pipeline",
    (payload, atMs) => {
      const { workspaceId, callId, ...change } = readPipelineChange(payload);
      if (workspaceId === actor.workspaceId) wake(callId, { ...change, atMs });
    },
    () => send("again", null),
    signal,
    since,
  );
  if (call === null) return;
  findRecordingRow(actor, call).then(
    (row) => row && sendRow(row, { changedAt: serverTime(0), isProgress: false }),
    () => send("again", null),
  );
}

/**
 * At once and one by one: people talk to each other here. Each is read after the one before it, or a slow reading of what
 * stood there first would come behind, and take the place of, what was written since.
 */
function followComments(
  actor: Member,
  send: Send,
  signal: AbortSignal,
  { comments: callId, since }: Begin,
): void {
  if (callId === null) return;
  const own = `${actor.workspaceId}:${callId}:`;
  let last: Promise<void> = Promise.resolve();
  const publish = async (commentId: string): Promise<void> => {
    if (signal.aborted) return;
    const comment = await findComment(actor, { callId, commentId });
    if (comment !== undefined) send("comment", { callId, commentId, comment });
  };
  listen(
    "comment",
    (payload) => {
      if (!payload.startsWith(own)) return;
      const commentId = payload.slice(own.length);
      last = last.then(() => publish(commentId)).catch(() => send("again", null));
    },
    () => undefined, // `again` is sent once, above
    signal,
    since,
  );
}

/** What this member sees of live calls. Of a call whose card was never theirs they receive nothing, not even its id. */
function followCards(actor: Member, send: Send, signal: AbortSignal, since: number | null): void {
  const known = new Set<string>();
  const couldFollow = (former: CallRow[]) =>
    former.some(
      (row) =>
        isRunning(row.state) && (can(actor, "live.host", row) || can(actor, "live.listen", row)),
    );
  const look = async (callId: string, former: CallRow[] = []): Promise<void> => {
    const card = await findCard(actor, callId);
    if (!card && !known.has(callId) && !couldFollow(former)) return;
    if (card) known.add(callId);
    else known.delete(callId);
    send("live", { callId, card });
  };
  const wake = gather(CARD_GATHER_MS, signal, (callId) => look(callId).catch(() => undefined));
  const wakeSoon = gather<CallRow>(GATHER_MS, signal, (callId, former) =>
    look(callId, former).catch(() => undefined),
  );
  const ignore = () => undefined; // `again` is sent once, above
  listen("call_event", (payload) => wakeSoon(payload.split(":")[0] ?? ""), ignore, signal, since);
  // A card that was there as the page was loaded, of a call that is no longer shown to this member.
  listen(
    "pipeline",
    (payload) => {
      const { workspaceId, callId, former } = readPipelineChange(payload);
      if (workspaceId === actor.workspaceId && former !== null) wakeSoon(callId, former);
    },
    ignore,
    signal,
    since,
  );
  listen(
    "meter",
    (payload) => {
      const callId = payload.slice(0, payload.indexOf(":"));
      if (known.has(callId)) wake(callId);
    },
    ignore,
    signal,
  );
}

/** Calls `publish` once for each id that was named within `ms`, with what came with it. */
function gather<T = never>(
  ms: number,
  signal: AbortSignal,
  publish: (id: string, came: T[]) => Promise<unknown>,
): (id: string, more?: T | null) => void {
  const waiting = new Map<string, T[]>();
  let timer: NodeJS.Timeout | undefined;
  signal.addEventListener("abort", () => clearTimeout(timer));
  return (id, more = null) => {
    if (signal.aborted) return;
    waiting.set(id, [...(waiting.get(id) ?? []), ...(more === null ? [] : [more])]);
    timer ??= setTimeout(() => {
      timer = undefined;
      const named = [...waiting];
      waiting.clear();
      for (const [one, came] of named) void publish(one, came);
    }, ms);
  };
}
