import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { marksOf, stateOf } from "#app/core/domain/live/stream.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { aLiveCall, type LiveRows } from "#tests/support/live-rows.ts";
import { type CallEvents, openCallEvents } from "./call-events.ts";

/** How long nothing has been recorded is what the test says. */
beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());
const LOST_MS = 1_500;

const line = { a: 1, t: 0, wall: 0 };
const ready = { ...line, type: "ready", paused: false } as const;

const part = (type: "segStart" | "segEnd", { hostId }: Kept, n: number, startMs: number) =>
  ({
    ...{ ...line, type, ...microphone(hostId), n, file: `${n}.ogg`, startMs, samples: 0 },
    why: "eos",
  }) as const;
const microphone = (hostId: string) =>
  ({ id: `rep:${hostId}:a-tab-of-hers`, source: "microphone" }) as const;
const deadLine = (hostId: string, fromMs: number, toMs: number) => {
  const told = { ...line, type: "gap", samples: 0, cause: "link" } as const;
  return { ...told, ...microphone(hostId), fromMs, toMs };
};

type Kept = LiveRows & { owner: SignedIn };

async function keptCall(): Promise<{
  call: Kept;
  events: CallEvents;
  server: { isDown: boolean };
  state: () => Promise<string>;
}> {
  const owner = await aMember(await aWorkspace());
  const call = { ...(await aLiveCall(owner)), owner };
  const server = { isDown: false };
  const events = openCallEvents(
    call,
    `c:${call.callId}`,
    () => 0,
    () => server.isDown,
  );
  events.take(ready);
  events.take(part("segStart", call, 0, 0));
  const state = async () => {
    events.look();
    await events.idle(30_000);
    // However long it took: the recorder is seen just now.
    await db.liveRecorder.updateMany({
      where: { callId: call.callId },
      data: { seenAt: new Date() },
    });
    return (await stateOf(call)).recording.state;
  };
  return { call, events, server, state };
}

test("with the media server away nobody is told that it records, whatever the recorder believes", async () => {
  const { events, server, state } = await keptCall();
  expect(await state()).toBe("recording");
  server.isDown = true;
  vi.advanceTimersByTime(LOST_MS);
  expect(await state()).toBe("starting");
  server.isDown = false;
  expect(await state()).toBe("recording");
  events.close();
});

test("a recorder that reconnects records nothing, and a line that blinks changes nothing", async () => {
  const { events, state } = await keptCall();
  expect(await state()).toBe("recording");
  events.take({ ...line, type: "reconnecting" });
  vi.advanceTimersByTime(LOST_MS - 1);
  expect(await state()).toBe("recording");
  events.take({ ...line, type: "reconnected" });
  events.take({ ...line, type: "reconnecting" });
  vi.advanceTimersByTime(LOST_MS);
  expect(await state()).toBe("starting");
  events.take(ready);
  expect(await state()).toBe("recording");
  events.close();
});

const gapsOf = async (call: Kept): Promise<unknown[]> =>
  db.gap.findMany({
    where: { recordingId: call.recordingId },
    select: { t0Ms: true, t1Ms: true, cause: true, participantId: true },
    orderBy: { t0Ms: "asc" },
  });

test("an outage of the media server is one mark, there as soon as a voice is recorded again", async () => {
  const { call, events } = await keptCall();
  events.take({ ...line, type: "reconnecting", t: 3_200 });
  events.take(deadLine(call.hostId, 3_000, 5_010));
  events.take(part("segEnd", call, 0, 0));
  events.look();
  await events.idle(30_000);
  expect(await gapsOf(call)).toEqual([]);
  events.take({ ...line, type: "ready", paused: false });
  events.take(part("segStart", call, 1, 12_000));
  await events.idle(30_000);
  expect(await gapsOf(call)).toEqual([
    { t0Ms: 3_200, t1Ms: 12_000, cause: "server", participantId: null },
  ]);
  // What comes later is somebody's own line again.
  events.take(deadLine(call.hostId, 20_000, 22_000));
  await events.idle(30_000);
  expect(await gapsOf(call)).toMatchObject([{ cause: "server" }, { cause: "link" }]);
  const marks = await marksOf(call.owner, call);
  expect(marks).toMatchObject([
    { kind: "gap", t0Ms: 3_200, t1Ms: 12_000, by: null, cause: "server" },
    { kind: "gap", cause: "link" },
  ]);
  events.close();
});

test("a media server that stood still is a mark up to where the voices go on, and one that only blinked is none", async () => {
  const { call, events } = await keptCall();
  events.take({ ...line, type: "reconnecting", t: 3_200 });
  events.take({ ...line, type: "reconnected", t: 6_000 });
  events.take(deadLine(call.hostId, 3_000, 6_400));
  events.look();
  await events.idle(30_000);
  expect(await gapsOf(call)).toMatchObject([{ t0Ms: 3_200, t1Ms: 6_400, cause: "server" }]);
  events.take({ ...line, type: "reconnecting", t: 9_000 });
  events.take({ ...line, type: "reconnected", t: 9_300 });
  events.look();
  await events.idle(30_000);
  expect(await gapsOf(call)).toHaveLength(1);
  events.close();
});
