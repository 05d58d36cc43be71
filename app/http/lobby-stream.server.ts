import type { Guest } from "#app/core/domain/access/actor.ts";
import {
  admissionOf,
  companyOfGuest,
  isCallOver,
  stateForGuest,
} from "#app/core/domain/live/lobby.server.ts";
import { listen } from "#app/core/platform/live-feed.server.ts";
import { findGuestActor } from "./actor.server.ts";
import { readInTurn } from "./read-in-turn.server.ts";
import { eventStream, type Send } from "./stream.server.ts";

/** A recorder that went silent, and half an hour at the door, tell nobody: both are looked at this often. */
const LOOK_MS = 2_000;
const TOPICS = ["admission", "people", "state", "done"] as const;
type Topic = (typeof TOPICS)[number];
/** What of a call's changes a guest's stream reads again. */
const WOKEN_BY: Record<string, readonly Topic[]> = {
  waiting: ["admission"],
  people: ["admission", "people"],
  state: ["admission", "state"],
  done: ["done"],
};

/**
 * A guest's own stream (data §6): `admission`; once they are in, `people` and `state` of the recording;
 * `removed`, `done`. Everything comes whole, at connect and at each change. No words, and nobody who listens.
 */
export function watchLobby(actor: Guest, request: Request, closed: AbortSignal): Response {
  return eventStream(
    closed,
    (send, signal) => follow(actor, request, send, signal),
    async () => (await findGuestActor(request))?.guestId === actor.guestId,
  );
}

function follow(actor: Guest, request: Request, send: Send, signal: AbortSignal): void {
  const topics = topicsOf(actor, request, send, signal);
  const wakeAll = (): void => {
    for (const topic of TOPICS) topics[topic]();
  };
  listen(
    "call_event",
    (payload) => {
      const [callId, kind = ""] = payload.split(":");
      if (callId === actor.callId) for (const topic of WOKEN_BY[kind] ?? []) topics[topic]();
    },
    wakeAll,
    signal,
  );
  const look = setInterval(() => {
    topics.admission();
    topics.state();
  }, LOOK_MS);
  signal.addEventListener("abort", () => clearInterval(look));
  wakeAll();
}

function topicsOf(
  actor: Guest,
  request: Request,
  send: Send,
  signal: AbortSignal,
): Record<Topic, () => void> {
  /** As they stand now: what they stood like when the stream began says nothing any more. */
  const callRole = async (): Promise<Guest | null> => {
    const now = await findGuestActor(request);
    return now?.guestId === actor.guestId ? now : null;
  };
  let wasIn = false;
  const topics: Record<Topic, () => void> = {
    admission: readInTurn(async () => {
      const now = await callRole();
      if (now === null) {
        if (await isCallOver(actor)) return null;
        return { key: null, publish: () => send("admission", { state: "left", lockedOut: false }) };
      }
      const admission = await admissionOf(now);
      return {
        key: admission,
        publish: () => {
          send("admission", admission);
          if (admission.state === "removed") send("removed", null);
          const isIn = admission.state === "admitted";
          if (isIn && !wasIn) {
            topics.people();
            topics.state();
          }
          wasIn = isIn;
        },
      };
    }, signal),
    people: readInTurn(async () => {
      const now = await callRole();
      if (now?.state !== "admitted") return null;
      const company = await companyOfGuest(now);
      return { key: company, publish: () => send("people", company) };
    }, signal),
    state: readInTurn(async () => {
      if ((await callRole())?.state !== "admitted") return null;
      const { at, ...state } = await stateForGuest(actor);
      return { key: state, publish: () => send("state", { ...state, at }) };
    }, signal),
    done: readInTurn(async () => {
      if (!(await isCallOver(actor))) return null;
      return { key: "done", publish: () => send("done", { callId: actor.callId }) };
    }, signal),
  };
  return topics;
}
