import * as z from "zod";
import type { Member } from "#app/core/domain/access/actor.ts";
import { findRecordingRow } from "#app/core/pages/recordings.server.ts";
import { findCard } from "#app/core/pages/console.server.ts";
import { listen } from "#app/core/platform/live-feed.server.ts";
import { isAsBefore } from "./actor.server.ts";
import { eventStream, type Send } from "./stream.server.ts";

/** Changes of one call are gathered for this long, so a running stage is at most four updates a second. */
const GATHER_MS = 250;
/** The same for cards of live calls, whose meters speak every second. */
const CARD_GATHER_MS = 2_000;

/**
 * Rows of calls whose stages move: `call` with a RecordingRow, or `gone` with an id that the member no
 * longer sees. `live` with the card of a running call of their own or in their scope, null when it is over.
 * `again` after a break tells the page to load itself anew. The row of the call that the address names by `call` is
 * sent at the beginning, so that nothing lies between what was loaded and the first change.
 */
export function watchPipeline(actor: Member, request: Request, closed: AbortSignal): Response {
  return eventStream(
    closed,
    (send, signal) => {
      followStages(actor, send, signal, new URL(request.url).searchParams.get("call"));
      followCards(actor, send, signal);
    },
    () => isAsBefore(request, actor),
    actor,
  );
}

function followStages(actor: Member, send: Send, signal: AbortSignal, first: string | null): void {
  const wake = gather(GATHER_MS, signal, (callId) =>
    findRecordingRow(actor, callId).then(
      (row) => (row ? send("call", row) : send("gone", { callId })),
      () => send("again", null),
    ),
  );
  listen(
    "pipeline",
    (payload) => {
      const [workspaceId, callId] = payload.split(":");
      if (workspaceId === actor.workspaceId && callId !== undefined) wake(callId);
    },
    () => send("again", null),
    signal,
  );
  if (first === null || !z.uuid().safeParse(first).success) return;
  findRecordingRow(actor, first).then(
    (row) => row && send("call", row),
    () => send("again", null),
  );
}

/** What this member sees of live calls. Of a call whose card was never theirs they hear nothing, not even its id. */
function followCards(actor: Member, send: Send, signal: AbortSignal): void {
  const known = new Set<string>();
  const look = async (callId: string): Promise<void> => {
    const card = await findCard(actor, callId);
    if (!card && !known.has(callId)) return;
    if (card) known.add(callId);
    else known.delete(callId);
    send("live", { callId, card });
  };
  const wake = gather(CARD_GATHER_MS, signal, (callId) => look(callId).catch(() => undefined));
  const wakeSoon = gather(GATHER_MS, signal, (callId) => look(callId).catch(() => undefined));
  const ignore = () => undefined; // `again` is sent once, above
  listen("call_event", (payload) => wakeSoon(payload.split(":")[0] ?? ""), ignore, signal);
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

/** Calls `tell` once for each id that was named within `ms`. */
function gather(
  ms: number,
  signal: AbortSignal,
  publish: (id: string) => Promise<unknown>,
): (id: string) => void {
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  signal.addEventListener("abort", () => clearTimeout(timer));
  return (id) => {
    if (signal.aborted) return;
    waiting.add(id);
    timer ??= setTimeout(() => {
      timer = undefined;
      const ids = [...waiting];
      waiting.clear();
      for (const one of ids) void publish(one);
    }, ms);
  };
}
