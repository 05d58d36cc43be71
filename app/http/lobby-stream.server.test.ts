import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { closeFeed } from "#app/core/platform/live-feed.server.ts";
import { guestIdentity, repIdentity } from "#app/core/platform/livekit-names.ts";
import {
  admitGuest,
  lockRoom,
  refuseGuest,
  removeGuest,
} from "#app/core/domain/live/admission.server.ts";
import { publishCallChanged } from "#app/core/domain/call/call-changed.server.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { holdIntervals } from "#tests/support/intervals.ts";
import { aGuest, aLiveCall, asGuest, isInRoom, type LiveRows } from "#tests/support/live-rows.ts";
import { watchLobby } from "./lobby-stream.server.ts";

let host: SignedIn;
let call: LiveRows;
let closed: AbortController;
beforeEach(async () => {
  host = await aMember(await aWorkspace(), { name: "Mari" });
  call = await aLiveCall(host);
  const { workspaceId, recordingId } = call;
  await db.part.create({
    data: {
      ...{ workspaceId, recordingId, identity: "rep:a:1", source: "microphone", attempt: 0, n: 0 },
      ...{ file: "0.ogg", startMs: 0 },
    },
  });
  await db.liveRecorder.updateMany({
    where: { callId: call.callId },
    data: { seenAt: new Date(Date.now() + 3_600_000) }, // however long a test takes, it does not go silent by itself
  });
  closed = new AbortController();
});
afterEach(() => closed.abort());
afterAll(() => closeFeed());

type Event = { name: string; data: unknown };
/** The stream of one guest as its page reads it: `next` waits for an event of that name that satisfies the test. */
async function open(secret: string) {
  const request = new Request("http://127.0.0.1/x", {
    headers: { cookie: `__Host-guest=${secret}` },
  });
  const answer = watchLobby(await asGuest(secret), request, closed.signal);
  expect(answer.headers.get("content-type")).toBe("text/event-stream");
  expect(answer.headers.get("cache-control")).toBe("no-cache, no-transform");
  const events: Event[] = [];
  const all: string[] = [];
  let wake = (): void => undefined;
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  void (async () => {
    let rest = "";
    for (;;) {
      const piece = await reader?.read();
      if (!piece || piece.done) return;
      all.push(piece.value);
      rest += piece.value;
      for (let at = rest.indexOf("\n\n"); at >= 0; at = rest.indexOf("\n\n")) {
        const block = rest.slice(0, at);
        rest = rest.slice(at + 2);
        const name = /^event: (.+)$/m.exec(block)?.[1];
        const data = /^data: (.+)$/m.exec(block)?.[1];
        if (name !== undefined) events.push({ name, data: JSON.parse(data ?? "null") });
        wake();
      }
    }
  })();
  const next = async (name: string, fits: object | null = {}): Promise<unknown> => {
    const isIt = (event: Event): boolean => {
      if (event.name !== name) return false;
      try {
        if (fits === null) expect(event.data).toBeNull();
        else expect(event.data).toMatchObject(fits);
        return true;
      } catch {
        return false;
      }
    };
    const until = Date.now() + 30_000;
    for (;;) {
      const at = events.findIndex(isIt);
      if (at >= 0) return events.splice(at, 1)[0]?.data;
      if (Date.now() > until) throw new Error(`no ${name}; came: ${JSON.stringify(events)}`);
      await new Promise<void>((done) => {
        const timer = setTimeout(done, 200);
        wake = () => {
          clearTimeout(timer);
          done();
        };
      });
    }
  };
  return { next, events, text: () => all.join("") };
}

test("a guest waits, is let in and is told who is there and how it is recorded, never who listens or what is said", async () => {
  const { guestId, secret } = await aGuest(call);
  const { workspaceId, callId } = call;
  const stream = await open(secret);
  await stream.next("admission", { state: "waiting", lockedOut: false });
  await isInRoom(call, call.hostId, repIdentity(host.memberId, "a-tab-of-hers"));
  const coach = await aMember({ id: workspaceId }, { role: "manager", name: "Coach Unseen" });
  await db.liveListener.create({
    data: { workspaceId, callId, memberId: coach.memberId, identity: "mgr:x" },
  });
  await db.liveCall.updateMany({ where: { callId }, data: { missing: [call.hostId] } });
  await db.$transaction(async (tx) => {
    for (const kind of ["people", "state"] as const) await publishCallChanged(tx, callId, kind);
  });
  for (const lockedOut of [true, false]) {
    await lockRoom(host, callId, lockedOut);
    await stream.next("admission", { state: "waiting", lockedOut });
  }
  expect(stream.events.filter(({ name }) => name !== "hb")).toEqual([]); // nothing of the call before it is theirs

  await admitGuest(host, callId, guestId);
  await stream.next("admission", { state: "admitted" });
  const { participantId } = await asGuest(secret);
  await isInRoom(call, participantId ?? "", guestIdentity(guestId));
  await db.$transaction((tx) => publishCallChanged(tx, callId, "people"));
  const company = await stream.next("people", {
    people: [
      { name: "Mari", isYou: false, isMuted: false },
      { name: "Haruki", isYou: true, identities: [guestIdentity(guestId)] },
    ],
  });
  expect(company).toEqual({ people: [expect.anything(), expect.anything()] });
  const state = await stream.next("state", { callId, recording: { state: "recording" } });
  expect(state).toMatchObject({ listeners: [], recording: { missing: [], tracks: 0 } });
  expect(stream.text()).not.toContain("Coach Unseen");
  expect(stream.text()).not.toContain("mgr:");
});

test("a pause of the recording is told at once, and so is a recorder that has gone silent", async () => {
  const pass = holdIntervals();
  const { guestId, secret } = await aGuest(call);
  await admitGuest(host, call.callId, guestId);
  const stream = await open(secret);
  await stream.next("state", { recording: { state: "recording" } });
  await db.$transaction(async (tx) => {
    await tx.liveCall.updateMany({ where: { callId: call.callId }, data: { state: "paused" } });
    await publishCallChanged(tx, call.callId, "state");
  });
  await stream.next("state", { recording: { state: "paused" } });
  await db.liveRecorder.updateMany({
    where: { callId: call.callId },
    data: { seenAt: new Date(Date.now() - 20_000) },
  });
  pass(2_000); // the stream looks by itself
  await stream.next("state", { recording: { state: "absent" } });
});

test("who waits while the room is locked is told so, and when it opens", async () => {
  const { secret } = await aGuest(call);
  const stream = await open(secret);
  await stream.next("admission", { state: "waiting", lockedOut: false });
  await lockRoom(host, call.callId, true);
  await stream.next("admission", { state: "waiting", lockedOut: true });
  await lockRoom(host, call.callId, false);
  await stream.next("admission", { state: "waiting", lockedOut: false });
});

test("a refusal, a removal and the end each say so", async () => {
  const refused = await aGuest(call);
  const inLobby = await open(refused.secret);
  await refuseGuest(host, call.callId, refused.guestId);
  await inLobby.next("admission", { state: "refused" });

  const removed = await aGuest(call);
  await admitGuest(host, call.callId, removed.guestId);
  const inside = await open(removed.secret);
  await inside.next("admission", { state: "admitted" });
  await removeGuest(host, call.callId, removed.guestId);
  await inside.next("admission", { state: "removed" });
  await inside.next("removed", null);

  const last = await aGuest(call);
  const outside = await open(last.secret);
  await outside.next("admission", { state: "waiting" });
  await db.$transaction(async (tx) => {
    await tx.call.updateMany({ where: { id: call.callId }, data: { state: "ended" } });
    await publishCallChanged(tx, call.callId, "done");
  });
  await outside.next("done", { callId: call.callId });
});

test("what happens in other calls is not told here", async () => {
  const { secret } = await aGuest(call);
  const other = await aLiveCall(await aMember({ id: host.workspaceId }));
  const stream = await open(secret);
  await stream.next("admission", { state: "waiting" });
  await db.$transaction(async (tx) => {
    await tx.call.updateMany({ where: { id: other.callId }, data: { state: "ended" } });
    for (const kind of ["state", "people", "waiting", "done"] as const)
      await publishCallChanged(tx, other.callId, kind);
  });
  // News comes in its order: what was sent about the other call has been read by then.
  await lockRoom(host, call.callId, true);
  await stream.next("admission", { lockedOut: true });
  expect(stream.events.filter(({ name }) => name !== "hb")).toEqual([]);
});
