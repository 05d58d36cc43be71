// First: the application reads its settings once.
import "#tests/support/absent-media-server.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { endSession } from "#app/core/domain/account/session.server.ts";
import { actOnCall } from "#tests/support/commands.ts";
import { endForAll } from "#app/core/domain/live/end.server.ts";
import type {
  DoneEvent,
  LiveCard,
  LiveStateEvent,
  MarksEvent,
  PeopleEvent,
  SegEvent,
  WaitingEvent,
} from "#app/core/domain/live/live-views.ts";
import { publishMeter } from "#app/core/domain/live/meter.server.ts";
import { reportRecorder, reportState } from "#app/core/domain/live/report.server.ts";
import { writeLiveSegment } from "#app/core/domain/live/segments.server.ts";
import { deactivateMember } from "#app/core/domain/member/member-writes.server.ts";
import { cutWords, spreadWords } from "#app/core/domain/words/words.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { listen } from "#app/core/platform/live-feed.server.ts";
import { guestIdentity } from "#app/core/platform/livekit-names.ts";
import {
  aMember,
  aTeam,
  aWorkspace,
  type SignedIn,
  type Workspace,
} from "#tests/support/factories.ts";
import { holdIntervals } from "#tests/support/intervals.ts";
import {
  aGuest,
  aLiveCall,
  codeOf,
  type LiveCall,
  turnLiveCallsOn,
} from "#tests/support/live-call.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { standsAs, watchCall } from "./call-stream.server.ts";
import { watchPipeline } from "./pipeline-stream.server.ts";

await queueForFile();
let workspace: Workspace;
let owner: SignedIn;
let manager: SignedIn;
let call: LiveCall;
const open: AbortController[] = [];
beforeEach(async () => {
  await turnLiveCallsOn();
  workspace = await aWorkspace();
  const team = await aTeam(workspace);
  owner = await aMember(workspace, { teams: [team] });
  manager = await aMember(workspace, { role: "manager", teams: [team] });
  call = await aLiveCall(owner);
  await reportState(call, "recording");
  await reportRecorder(call, {
    ...{ kind: "part", identity: "rep:a:1", participantId: call.hostId, source: "microphone" },
    ...{ attempt: 0, n: 0, file: "0.ogg", startMs: 0, durationMs: null, endCause: null },
  });
  await db.liveRecorder.updateMany({
    where: { callId: call.callId },
    data: { seenAt: new Date(Date.now() + 3_600_000) }, // however long a test takes, it does not go silent by itself
  });
});
afterEach(() => {
  for (const closed of open.splice(0)) closed.abort();
  vi.useRealTimers();
});

type Heard = { event: string; id: string | null; data: unknown };

/** Reads a stream as a browser does. */
function hear(response: Response): Heard[] {
  const heard: Heard[] = [];
  const read = async () => {
    let rest = "";
    const text = new TextDecoder();
    for await (const bytes of response.body ?? []) {
      rest += text.decode(bytes, { stream: true });
      const blocks = rest.split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1] ?? null;
        const event = field("event");
        if (event !== null)
          heard.push({ event, id: field("id"), data: JSON.parse(field("data") ?? "null") });
      }
    }
  };
  void read().catch(() => undefined);
  return heard;
}

const asked = (who: SignedIn, query = "", headers: Record<string, string> = {}) =>
  new Request(`http://127.0.0.1/calls/${call.callId}/stream${query}`, {
    headers: { cookie: `__Host-sid=${who.token}`, ...headers },
  });

async function watch(who: SignedIn, query = "", headers = {}): Promise<Heard[]> {
  const closed = new AbortController();
  open.push(closed);
  return hear(await watchCall(who, call.callId, asked(who, query, headers), closed.signal));
}

type Told = {
  state: LiveStateEvent;
  people: PeopleEvent;
  waiting: WaitingEvent;
  note: MarksEvent;
  seg: SegEvent;
  done: DoneEvent;
  live: { callId: string; card: LiveCard | null };
  call: { callId: string; callState: string };
};

/** All of a kind that was heard. */
const all = <E extends keyof Told>(heard: Heard[], event: E): Told[E][] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what our own stream says under this name
  heard.filter((one) => one.event === event).map(({ data }) => data as Told[E]);
const last = <E extends keyof Told>(heard: Heard[], event: E): Told[E] | undefined =>
  all(heard, event).at(-1);
const soon = (what: () => unknown) => expect.poll(what, { interval: 20 });
const say = (no: number, text: string, rev = 1) =>
  writeLiveSegment(call, {
    ...{ no, rev, isFinal: false, stableWords: 0, participantId: call.hostId, rawWords: null },
    ...{ t0Ms: no * 1_000, t1Ms: no * 1_000 + 500, timing: "engine" },
    words: spreadWords(cutWords(text), { startMs: no * 1_000, endMs: no * 1_000 + 500 }),
  });

test("who opens the stream gets everything that is there, whole", async () => {
  await say(0, "good morning");
  await actOnCall(owner, call.callId, { intent: "note", body: "first" });
  await aGuest(call, "At the door");
  const heard = await watch(owner);
  await soon(() => new Set(heard.map(({ event }) => event)).size).toBe(6);
  expect(last(heard, "state")).toMatchObject({
    recording: { state: "recording" },
    isLocked: false,
  });
  expect(last(heard, "people")?.people).toHaveLength(1);
  expect(last(heard, "waiting")?.waiting[0]?.name).toBe("At the door");
  expect(last(heard, "note")?.marks[0]?.body).toBe("first");
  expect(heard.find(({ event }) => event === "seg")).toMatchObject({
    id: "1",
    data: { text: "good morning", seq: 1 },
  });
});

test("words arrive as they are written, each change once and in order", async () => {
  const heard = await watch(manager);
  await soon(() => heard.length).toBeGreaterThan(2);
  for (let rev = 1; rev <= 5; rev += 1) await say(0, "word ".repeat(rev).trim(), rev);
  await soon(() => last(heard, "seg")?.rev).toBe(5);
  const seqs = heard.filter(({ event }) => event === "seg").map(({ id }) => Number(id));
  expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
});

test("a stream that broke goes on after what was heard, by the browser's memory before the page's", async () => {
  for (const no of [0, 1, 2, 3]) await say(no, `piece ${no}`);
  const texts = (heard: Heard[]) => all(heard, "seg").map(({ text }) => text);
  const after = await watch(owner, "?after=2");
  await soon(() => texts(after)).toEqual(["piece 2", "piece 3"]);
  const again = await watch(owner, "?after=1", { "last-event-id": "3" });
  await soon(() => texts(again)).toEqual(["piece 3"]);
  const odd = await watch(owner, "?after=%27;drop");
  await soon(() => texts(odd)).toHaveLength(4);
});

test("more words than one page holds come all", async () => {
  await db.$executeRaw`
    INSERT INTO segment (workspace_id, base_id, no, from_version, t0_ms, t1_ms, text, words, seq, is_final)
    SELECT ${workspace.id}::uuid, ${call.transcriptId}::uuid, n, 1, n, n + 1, 'w' || n, '\\x00'::bytea, n, true
    FROM generate_series(1, 1234) n`;
  const heard = await watch(owner);
  await soon(() => heard.filter(({ event }) => event === "seg").length).toBe(1_234);
});

test("what changes is told; what is as before is not", async () => {
  const heard = await watch(owner);
  await soon(() => last(heard, "note")).toBeDefined();
  const guest = await aGuest(call, "Noor");
  await actOnCall(owner, call.callId, { intent: "admit", guestId: guest });
  const { participantId } = await db.guest.findFirstOrThrow({ where: { id: guest } });
  await reportRecorder(call, {
    ...{
      kind: "join",
      identity: guestIdentity(guest),
      participantId: participantId ?? "",
      atMs: 5,
    },
  });
  await soon(() => last(heard, "people")?.people.map(({ isHere }) => isHere)).toEqual([true, true]);
  await actOnCall(owner, call.callId, { intent: "pause" });
  await soon(() => last(heard, "note")?.marks[0]?.kind).toBe("pause");
  await actOnCall(owner, call.callId, { intent: "lock" });
  await soon(() => last(heard, "state")?.isLocked).toBe(true);
  await soon(() => last(heard, "waiting")?.waiting).toEqual([]);
  const said = heard.length;
  await db.$executeRaw`SELECT pg_notify('call_event', ${`${call.callId}:people`})`;
  await db.$executeRaw`SELECT pg_notify('call_event', ${`${call.callId}:nonsense`})`;
  // A topic is read in turn: people as before, if they were sent again, would come ahead of this change.
  await reportRecorder(call, { kind: "leave", identity: guestIdentity(guest), atMs: 9 });
  await soon(() => last(heard, "people")?.people.map(({ isHere }) => isHere)).toEqual([
    true,
    false,
  ]);
  const sent = heard.slice(said).map(({ event }) => event);
  expect(sent.filter((event) => !["hb", "notice"].includes(event))).toEqual(["people"]);
});

test("the door is the host's: nobody else hears who waits", async () => {
  const heard = await watch(manager);
  await soon(() => last(heard, "people")).toBeDefined();
  await aGuest(call, "Secret");
  await db.$executeRaw`SELECT pg_notify('call_event', ${`${call.callId}:waiting`})`;
  await actOnCall(owner, call.callId, { intent: "flag" });
  await soon(() => last(heard, "note")?.marks).toHaveLength(1);
  expect(JSON.stringify(heard)).not.toContain("Secret");
});

test("a recorder that goes silent is told within ten seconds, though nothing wakes the stream", async () => {
  const pass = holdIntervals();
  const heard = await watch(owner);
  await soon(() => last(heard, "state")).toBeDefined();
  await db.$executeRaw`UPDATE live_recorder SET seen_at = now() - interval '8 s' WHERE call_id = ${call.callId}::uuid`;
  pass(2_000);
  await soon(() => last(heard, "state")?.recording.state).toBe("absent");
});

test("meters pass by, and those of other calls do not", async () => {
  const heard = await watch(owner);
  await soon(() => last(heard, "note")).toBeDefined();
  await publishMeter(workspace.id, { nowMs: 1, people: [] });
  await publishMeter(call.callId, { nowMs: 2, behindMs: 0, people: [] });
  await soon(() => heard.filter(({ event }) => event === "meter").map(({ data }) => data)).toEqual([
    { nowMs: 2, behindMs: 0, people: [] },
  ]);
});

test("who comes late, or loads the page again, gets the levels of the last minutes", async () => {
  vi.setSystemTime(Date.now()); // it stops: a meter of five seconds ago has nobody speaking any more
  const heard = await watch(owner);
  await soon(() => last(heard, "note")).toBeDefined();
  const meter = (nowMs: number, levels: number[]) => ({
    nowMs,
    behindMs: 0,
    people: [
      {
        ...{ participantId: call.hostId, share5: 1, share: 1, monologueMs: 400, speed: null },
        levels,
      },
    ],
  });
  await publishMeter(call.callId, meter(500, [1, 2, 3, 4, 5]));
  await publishMeter(call.callId, meter(1_000, [6, 7, 8, 9, 10]));
  await soon(() => heard.filter(({ event }) => event === "meter")).toHaveLength(2);
  const late = await watch(manager);
  await soon(() => late.find(({ event }) => event === "meter")?.data).toEqual(
    meter(1_000, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
  );
});

test("the end says where to go, also to who comes back after it", async () => {
  const heard = await watch(owner);
  await soon(() => last(heard, "note")).toBeDefined();
  expect(last(heard, "done")).toBeUndefined();
  await endForAll(owner, call.callId);
  const done = { callId: call.callId, url: `/playback/${call.callId}` };
  await soon(() => last(heard, "done")).toEqual(done);
  const late = await watch(manager);
  await soon(() => last(late, "done")).toEqual(done);
});

test("who may not know of the call is told that it is not there, and who loses the right is cut off", async () => {
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  await expect(codeOf(watch(stranger))).resolves.toBe("not_found");
  await expect(standsAs(asked(owner), call.callId, "host")).resolves.toBe(true);
  await expect(standsAs(asked(manager), call.callId, "watcher")).resolves.toBe(true);
  await expect(standsAs(asked(manager), call.callId, "host")).resolves.toBe(false);
  await db.call.updateMany({ where: { id: call.callId }, data: { visibility: "private" } });
  await expect(codeOf(watch(manager))).resolves.toBe("not_found");
  await expect(standsAs(asked(manager), call.callId, "watcher")).resolves.toBe(false);
  await db.session.updateMany({
    where: { memberId: owner.memberId },
    data: { revokedAt: new Date() },
  });
  await expect(standsAs(asked(owner), call.callId, "host")).resolves.toBe(false);
});

test("every other page hears of the own call and of those in scope, and of no other", async () => {
  const closed = new AbortController();
  open.push(closed);
  const theirs = (who: SignedIn) => hear(watchPipeline(who, asked(who), closed.signal));
  const mate = await aMember(workspace, { teams: [{ id: owner.teamIds[0] ?? "" }] });
  const stranger = await aMember(await aWorkspace(), { role: "manager", scope: "workspace" });
  const [own, scope, others, foreign] = [owner, manager, mate, stranger].map(theirs);
  await soon(async () => {
    await db.$executeRaw`SELECT pg_notify('call_event', ${`${call.callId}:people`})`;
    return [own, scope].map((heard) => heard && last(heard, "live"));
  }).toMatchObject([
    { callId: call.callId, card: { isMine: true } },
    { callId: call.callId, card: { isMine: false, canListen: true } },
  ]);
  await endForAll(owner, call.callId);
  await soon(() => [own, scope].map((heard) => heard && last(heard, "live"))).toEqual([
    { callId: call.callId, card: null },
    { callId: call.callId, card: null },
  ]);
  expect(others?.filter(({ event }) => event === "live")).toEqual([]);
  expect(foreign?.filter(({ event }) => !["hb", "again", "notice"].includes(event))).toEqual([]);
});

test("the pipeline begins with the call that is asked for, and only with one the member may see", async () => {
  const closed = new AbortController();
  open.push(closed);
  const stranger = await aMember(await aWorkspace());
  const other = await aLiveCall(stranger);
  const watch = (who: SignedIn) =>
    hear(watchPipeline(who, asked(who, `?call=${call.callId}`), closed.signal));
  const [own, foreign] = [watch(owner), watch(stranger)];
  await soon(() => last(own, "call")).toMatchObject({ callId: call.callId, callState: "live" });
  // What comes after it has come: nothing was said to who may not see it, not even its id.
  await soon(async () => {
    await db.$executeRaw`SELECT pg_notify('pipeline', ${`${stranger.workspaceId}:${other.callId}`})`;
    return last(foreign, "call");
  }).toMatchObject({ callId: other.callId });
  expect(JSON.stringify(foreign)).not.toContain(call.callId);
});

test("the pipeline begins with what changed since its page was loaded", async () => {
  const closed = new AbortController();
  open.push(closed);
  const other = await aLiveCall(
    await aMember(workspace, { teams: [{ id: owner.teamIds[0] ?? "" }] }),
  );
  const changed = (callId: string) =>
    db.$executeRaw`SELECT pg_notify('pipeline', ${`${owner.workspaceId}:${callId}`})`;
  const watch = (since: number) =>
    hear(watchPipeline(manager, asked(manager, `?since=${iso(since)}`), closed.signal));
  const iso = (ms: number) => new Date(ms).toISOString();
  const told: string[] = [];
  listen(
    "pipeline",
    (payload) => told.push(payload),
    () => undefined,
    closed.signal,
  );
  /** Notifications come in their order: once this one is heard, none sent before it is under way. */
  const allHeard = async () => {
    const callId = newId();
    await soon(async () => {
      await changed(callId);
      return told;
    }).toContain(`${owner.workspaceId}:${callId}`);
  };
  // Listening begins with a connection of its own, and vouches for moments from two seconds after it on. A page's moment
  // is taken two seconds earlier, as clocks differ.
  await allHeard();
  const loadedAt = Date.now() + 2_000;
  await changed(call.callId);
  await allHeard();

  const [late, later] = [watch(loadedAt), watch(loadedAt + 600_000)];
  await soon(() => all(late, "call").map(({ callId }) => callId)).toContain(call.callId);
  await soon(async () => {
    await changed(other.callId);
    return last(later, "call");
  }).toMatchObject({ callId: other.callId });
  expect(JSON.stringify(later)).not.toContain(call.callId);
  // Longer ago than anything is known of: the page loads itself anew.
  const longAgo = watch(0);
  await soon(() => longAgo.some(({ event }) => event === "again")).toBe(true);
});

test("streams of somebody who is shut out, or signs out, end at once, on every node", async () => {
  holdIntervals(); // no heartbeat comes, at which rights are looked up as well
  const closed = new AbortController();
  open.push(closed);
  const admin = await aMember(workspace, { role: "admin" });
  const ended: string[] = [];
  const noteEnd = (name: string, response: Response): void =>
    void response.text().then(() => ended.push(name));
  noteEnd("call", await watchCall(manager, call.callId, asked(manager), closed.signal));
  noteEnd("lists", watchPipeline(manager, asked(manager), closed.signal));
  noteEnd("own", watchPipeline(owner, asked(owner), closed.signal));
  const others = hear(watchPipeline(admin, asked(admin), closed.signal));
  // Listening begins with a connection of its own.
  await soon(async () => {
    const [row] = await db.$queryRaw<{ n: bigint }[]>`
      SELECT count(*) AS n FROM pg_stat_activity WHERE query LIKE 'LISTEN %'`;
    return Number(row?.n ?? 0n);
  }).toBeGreaterThan(0);
  await deactivateMember(admin, { memberId: manager.memberId, heirId: admin.memberId });
  await soon(() => ended.toSorted()).toEqual(["call", "lists"]);
  await db.$transaction((tx) => endSession(tx, owner.workspaceId, owner.sessionId));
  await soon(() => ended).toContain("own");
  // The others' goes on: what changes next arrives there.
  await soon(async () => {
    await db.$executeRaw`SELECT pg_notify('pipeline', ${`${workspace.id}:${call.callId}`})`;
    return others.map(({ event }) => event);
  }).toContain("call");
});
