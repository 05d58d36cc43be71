import type { Member } from "#app/core/domain/access/actor.ts";
import { DomainError } from "#app/core/domain/errors.ts";
import { pastMeter } from "#app/core/domain/live/latest-meters.server.ts";
import type { LiveCallRole } from "#app/core/domain/live/live-views.ts";
import { readMeter } from "#app/core/domain/live/meter.server.ts";
import {
  doneOf,
  marksOf,
  peopleOf,
  segmentsAfter,
  stateOf,
  waitingOf,
} from "#app/core/domain/live/stream.server.ts";
import { findWatch } from "#app/core/domain/live/watch.server.ts";
import { listen } from "#app/core/platform/live-feed.server.ts";
import { lookUpAgain } from "./actor.server.ts";
import { followNotices } from "./notice-stream.server.ts";
import { type Reading, readInTurn } from "./read-in-turn.server.ts";
import { eventStream, type Send } from "./stream.server.ts";

/** A recorder that went silent tells nobody: its state is looked at this often. */
const LOOK_MS = 2_000;

/**
 * One live call for a member who may see it (data §6): `state`, `people`, `waiting` (hosts), `note`, `seg` with
 * replay, `meter` (the last minutes first), `done`; and `notice`, which is the member's, since
 * such a page has no other stream. Everything but `seg` comes whole, at connect and at each change.
 * @throws DomainError `not_found`
 */
export async function watchCall(
  actor: Member,
  callId: string,
  request: Request,
  closed: AbortSignal,
): Promise<Response> {
  const watch = await findWatch(actor, callId);
  if (!watch) throw new DomainError("not_found");
  const after = seenBefore(request);
  return eventStream(
    closed,
    (send, signal) => {
      follow({ actor, callId, callRole: watch.callRole, after }, send, signal);
      followNotices(actor, send, signal);
    },
    () => standsAs(request, callId, watch.callRole),
    actor,
  );
}

/** Asked at every heartbeat. Who stands differently now opens anew, and gets what is theirs. */
export async function standsAs(
  request: Request,
  callId: string,
  callRole: LiveCallRole,
): Promise<boolean> {
  const actor = await lookUpAgain(request);
  const now = actor && (await findWatch(actor, callId));
  return now?.callRole === callRole;
}

/** The browser's own memory of the stream, or the page's. */
function seenBefore(request: Request): number {
  const own = request.headers.get("last-event-id");
  const asked = new URL(request.url).searchParams.get("after");
  const seq = Number(own ?? asked ?? 0);
  return Number.isSafeInteger(seq) && seq > 0 ? seq : 0;
}

type Watching = { actor: Member; callId: string; callRole: LiveCallRole; after: number };
type Topic = "state" | "people" | "waiting" | "marks" | "seg" | "done";

/** Sends what is there, then what changes. Listening begins first, so that nothing falls between the two. */
function follow(watching: Watching, send: Send, signal: AbortSignal): void {
  const { callId, callRole } = watching;
  const topics = topicsOf(watching, send, signal);
  const wake = (topic: Topic): void => {
    if (!signal.aborted && (topic !== "waiting" || callRole === "host")) topics[topic]();
  };
  const wakeAll = (): void => {
    for (const topic of ["state", "people", "waiting", "marks", "seg", "done"] as const)
      wake(topic);
  };
  listen("live_segment", (payload) => payload === callId && wake("seg"), wakeAll, signal);
  const ignore = () => undefined; // one of the three tells of a break
  listen(
    "call_event",
    (payload) => {
      const [id, kind = ""] = payload.split(":");
      if (id === callId && isTopic(kind)) wake(kind);
    },
    ignore,
    signal,
  );
  listen(
    "meter",
    (payload) => {
      const meter = readMeter(callId, payload);
      if (meter) send("meter", meter);
    },
    ignore,
    signal,
  );
  const past = pastMeter(callId);
  if (past) send("meter", past);
  const look = setInterval(() => wake("state"), LOOK_MS);
  signal.addEventListener("abort", () => clearInterval(look));
  wakeAll();
}

const isTopic = (kind: string): kind is Topic =>
  kind === "state" ||
  kind === "people" ||
  kind === "waiting" ||
  kind === "marks" ||
  kind === "done";

function topicsOf(
  { actor, callId, after }: Watching,
  send: Send,
  signal: AbortSignal,
): Record<Topic, () => void> {
  const inTurn = (read: () => Promise<Reading>) => readInTurn(read, signal);
  const ref = { workspaceId: actor.workspaceId, callId };
  let seq = after;
  return {
    state: inTurn(async () => {
      const { at, ...state } = await stateOf(ref);
      return { key: state, publish: () => send("state", { ...state, at }) };
    }),
    people: inTurn(async () => {
      const people = await peopleOf(ref);
      return { key: people, publish: () => send("people", { people }) };
    }),
    waiting: inTurn(async () => {
      const waiting = await waitingOf(ref);
      return { key: waiting, publish: () => send("waiting", { waiting }) };
    }),
    marks: inTurn(async () => {
      const marks = await marksOf(actor, ref);
      return { key: marks, publish: () => send("note", { marks }) };
    }),
    seg: inTurn(async () => {
      for (;;) {
        const found = await segmentsAfter(ref, seq);
        for (const segment of found) {
          send("seg", segment, String(segment.seq));
          seq = segment.seq;
        }
        if (found.length === 0) return null;
      }
    }),
    done: inTurn(async () => {
      const watch = await findWatch(actor, callId);
      const done = doneOf(ref);
      return watch?.isOver === true ? { key: done, publish: () => send("done", done) } : null;
    }),
  };
}
