import { describe, expect, test } from "vitest";
import type { LiveStateEvent } from "#app/core/domain/live/live-views.ts";
import { afterLobbyEvent, NOTHING_YET } from "./use-lobby-stream.ts";

const state: LiveStateEvent = {
  callId: "0198",
  startedAt: "2026-11-21T10:00:00.000Z",
  at: "2026-11-21T10:12:04.000Z",
  recording: { state: "recording", tracks: 2, missing: [], since: "2026-11-21T10:00:01.000Z" },
  speech: { state: "on", reason: null },
  call: null,
  isLocked: false,
  listeners: [],
};

describe("what a guest knows", () => {
  test("takes the server's clock from its state, so that a wrong clock here shows the right time", () => {
    const receivedMs = Date.parse(state.at) - 90_000;
    const now = afterLobbyEvent(NOTHING_YET, { type: "state", data: state }, receivedMs);
    expect(now.aheadMs).toBe(90_000);
    expect(now.state?.recording.state).toBe("recording");
  });

  test("ends with being removed, whatever was said before", () => {
    const admission = { state: "admitted", lockedOut: false } as const;
    const inside = afterLobbyEvent(NOTHING_YET, { type: "admission", data: admission }, 0);
    const out = afterLobbyEvent(inside, { type: "removed", data: 0 }, 0);
    expect([inside.admission?.state, out.admission?.state]).toEqual(["admitted", "removed"]);
  });

  test("keeps the people it knows when another thing is said", () => {
    const people = [
      {
        participantId: "p",
        name: "Mari Kato",
        identities: ["rep:1:a"],
        isMuted: false,
        isYou: false,
      },
    ];
    const heard = afterLobbyEvent(NOTHING_YET, { type: "people", data: { people } }, 0);
    expect(afterLobbyEvent(heard, { type: "done", data: {} }, 0)).toMatchObject({
      people,
      isDone: true,
    });
  });
});
