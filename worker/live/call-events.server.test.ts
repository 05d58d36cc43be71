import { expect, test } from "vitest";
import { stateOf } from "#app/core/domain/live/stream.server.ts";
import { aMember, aWorkspace } from "#tests/support/factories.ts";
import { aLiveCall } from "#tests/support/live-rows.ts";
import { type CallEvents, openCallEvents } from "./call-events.ts";

const line = { a: 1, t: 0, wall: 0 };
const ready = { ...line, type: "ready", paused: false } as const;

async function keptCall(): Promise<{
  events: CallEvents;
  server: { isDown: boolean };
  state: () => Promise<string>;
}> {
  const call = await aLiveCall(await aMember(await aWorkspace()));
  const server = { isDown: false };
  const events = openCallEvents(
    call,
    `c:${call.callId}`,
    () => 0,
    () => server.isDown,
  );
  events.take(ready);
  events.take({
    ...line,
    ...{ type: "segStart", id: `rep:${call.hostId}:a-tab-of-hers`, source: "microphone", n: 0 },
    ...{ file: "a.ogg", startMs: 0, samples: 0 },
  });
  const state = async () => {
    events.look();
    await events.idle(5_000);
    return (await stateOf(call)).recording.state;
  };
  return { events, server, state };
}

test("with the media server away nobody is told that it records, whatever the recorder believes", async () => {
  const { events, server, state } = await keptCall();
  await expect.poll(state).toBe("recording");
  server.isDown = true;
  await expect.poll(state, { timeout: 4_000 }).toBe("starting");
  server.isDown = false;
  await expect.poll(state).toBe("recording");
  events.close();
});

test("a recorder that reconnects records nothing, and a line that blinks changes nothing", async () => {
  const { events, state } = await keptCall();
  await expect.poll(state).toBe("recording");
  events.take({ ...line, type: "reconnecting" });
  expect(await state()).toBe("recording");
  events.take({ ...line, type: "reconnected" });
  events.take({ ...line, type: "reconnecting" });
  await expect.poll(state, { timeout: 4_000 }).toBe("starting");
  events.take(ready);
  await expect.poll(state).toBe("recording");
  events.close();
});
