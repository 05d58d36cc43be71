import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { giveAccess, takeBackAccess } from "#app/core/domain/call/access.server.ts";
import {
  publishPipelineChanged,
  publishProgress,
} from "#app/core/domain/call/call-changed.server.ts";
import { editCall, restoreCall, trashCall } from "#app/core/domain/call/call-writes.server.ts";
import { endView, grantView } from "#app/core/domain/call/grant.server.ts";
import { transferCall } from "#app/core/domain/call/transfer.server.ts";
import { editLiveCall } from "#app/core/domain/live/actions.server.ts";
import { openPrivateAccess } from "#app/core/domain/rights/private-access.server.ts";
import { listen } from "#app/core/platform/live-feed.server.ts";
import { db, notify } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import {
  aCall,
  aMember,
  aParticipant,
  aRecording,
  aTeam,
  aWorkspace,
  type SignedIn,
} from "#tests/support/factories.ts";
import { aLiveCall } from "#tests/support/live-rows.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { watchPipeline } from "./pipeline-stream.server.ts";

// What open pages receive of a call that fewer people see than before, and of one that was never theirs: its id alone
// would tell them that it is there.

await queueForFile();

/** What is sent before the process listens is in the page that is loaded then. */
beforeAll(
  () =>
    new Promise<void>((done) => {
      const ready = new AbortController();
      const onReady = () => {
        ready.abort();
        done();
      };
      listen("pipeline", () => undefined, onReady, ready.signal);
    }),
);

type Event = { type: string; callId: string; data: object };
type Page = { who: Name; received: Event[]; isEnded: boolean };
const NAMES = ["owner", "mate", "other", "manager", "admin", "privileged"] as const;
type Name = (typeof NAMES)[number];
let people: Record<Name, SignedIn>;
let teamId: string;
let marker: string;
let closed: AbortController;
/** Opened once in a test. */
let pages: Page[];

beforeEach(async () => {
  const workspace = await aWorkspace();
  const [team, away] = [await aTeam(workspace), await aTeam(workspace)];
  teamId = team.id;
  people = {
    owner: await aMember(workspace, { teams: [team] }),
    mate: await aMember(workspace, { teams: [team] }),
    other: await aMember(workspace, { teams: [away] }),
    manager: await aMember(workspace, { role: "manager", teams: [team] }),
    admin: await aMember(workspace, { role: "admin" }),
    privileged: await aMember(workspace, { role: "admin" }),
  };
  await openPrivateAccess(people.privileged, { reason: "What the customer asked about" });
  people.privileged.privateUntil = new Date(Date.now() + 600_000).toISOString();
  const seen = await aCall(people.owner, { visibility: "workspace" });
  await aRecording(seen);
  marker = seen.id;
  pages = [];
  closed = new AbortController();
});
afterEach(() => closed.abort());

async function aRecorded(visibility: "private" | "team" | "workspace"): Promise<string> {
  const call = await aCall(people.owner, { visibility, teamId, kind: "upload" });
  await aRecording(call);
  return call.id;
}

/** The events of everybody's page, as they come. */
function openPages(): Page[] {
  return NAMES.map((who) => {
    const since = new Date().toISOString();
    const address = `http://127.0.0.1/stream/pipeline?${new URLSearchParams({ since }).toString()}`;
    const headers = { cookie: `__Host-sid=${people[who].token}` };
    const answer = watchPipeline(people[who], new Request(address, { headers }), closed.signal);
    const page: Page = { who, received: [], isEnded: false };
    void (async () => {
      let rest = "";
      for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        const blocks = (rest + piece).split("\n\n");
        rest = blocks.pop() ?? "";
        for (const block of blocks) {
          const type = /^event: (.+)$/m.exec(block)?.[1] ?? "";
          const data: unknown = JSON.parse(/^data: (.+)$/m.exec(block)?.[1] ?? "null");
          if (typeof data === "object" && data !== null && "callId" in data)
            page.received.push({ type, callId: String(data.callId), data });
        }
      }
      page.isEnded = true;
    })().catch(() => undefined);
    return page;
  });
}

/** Until all pages received what was sent before: a call that all see changes twice, one after the other. */
async function settle(): Promise<void> {
  const { workspaceId } = people.owner;
  const counts = () =>
    pages.map(({ received }) => received.filter((e) => e.callId === marker).length);
  for (let turn = 0; turn < 2; turn += 1) {
    const before = counts();
    await db.$transaction((tx) => publishPipelineChanged(tx, { workspaceId, callId: marker }));
    await expect
      .poll(() => counts().every((count, at) => count > (before[at] ?? 0)), { timeout: 10_000 })
      .toBe(true);
  }
}

/** What `act` sends of the call to whom. */
async function received(
  callId: string,
  act: () => Promise<unknown>,
): Promise<Partial<Record<Name, string[]>>> {
  if (pages.length === 0) {
    pages = openPages();
    await settle();
  }
  for (const page of pages) page.received = [];
  await act();
  await settle();
  const types: Partial<Record<Name, string[]>> = {};
  for (const { who, received: all } of pages) {
    const ofCall = all.filter((event) => event.callId === callId).map(({ type }) => type);
    if (ofCall.length > 0) types[who] = [...new Set(ofCall)];
  }
  return types;
}
const versionOf = async (id: string) =>
  await db.call.findFirstOrThrow({ where: { id }, select: { version: true, title: true } });

test("work on a private call reaches those who see it, and nobody else", async () => {
  const callId = await aRecorded("private");
  const { workspaceId } = people.owner;
  const work = () => db.$transaction((tx) => publishPipelineChanged(tx, { workspaceId, callId }));
  expect(await received(callId, work)).toEqual({ owner: ["call"], privileged: ["call"] });
});

test("a private call that is deleted, restored and handed on is gone for those who saw it", async () => {
  const callId = await aRecorded("private");
  expect(await received(callId, () => trashCall(people.owner, callId))).toEqual({
    ...{ owner: ["gone"], privileged: ["gone"] },
  });
  expect(await received(callId, () => restoreCall(people.owner, callId))).toEqual({
    ...{ owner: ["call"], privileged: ["call"] },
  });
  const pass = () => transferCall(people.owner, callId, people.other.memberId);
  expect(await received(callId, pass)).toEqual({
    ...{ owner: ["gone"], other: ["call"], privileged: ["call"] },
  });
});

test("one that becomes private is gone for the rest, also on a page that was loaded before and received nothing of it yet", async () => {
  const callId = await aRecorded("team");
  const hide = async () =>
    editCall(people.owner, callId, { ...(await versionOf(callId)), visibility: "private" });
  expect(await received(callId, hide)).toEqual({
    ...{ owner: ["call"], privileged: ["call"] },
    ...{ mate: ["gone"], manager: ["gone"], admin: ["gone"] },
  });
});

test("access that ends is gone for its holder; a deletion of a call for everybody for all", async () => {
  const callId = await aRecorded("private");
  const { grantId } = await giveAccess(people.owner, callId, {
    ...{ memberId: people.other.memberId, level: "view" },
  });
  const takeBack = () => takeBackAccess(people.owner, callId, grantId);
  expect(await received(callId, takeBack)).toEqual({
    ...{ owner: ["call"], privileged: ["call"], other: ["gone"] },
  });
  const [sourceId, { workspaceId, memberId: by }] = [newId(), people.owner];
  await db.$transaction((tx) =>
    grantView(tx, { workspaceId, callId }, [{ memberId: null, teamId }], { sourceId, by }),
  );
  const end = () => db.$transaction((tx) => endView(tx, workspaceId, [sourceId]));
  expect(await received(callId, end)).toEqual({
    ...{ owner: ["call"], privileged: ["call"] },
    ...{ mate: ["gone"], manager: ["gone"] },
  });
  const open = await aRecorded("workspace");
  expect(await received(open, () => trashCall(people.admin, open))).toEqual(
    Object.fromEntries(NAMES.map((name) => [name, ["gone"]])),
  );
});

test("more people and grants than one message takes all receive it", async () => {
  const callId = await aRecorded("private");
  const { workspaceId } = people.owner;
  const mates = Array.from({ length: 130 }, () => people.mate.memberId);
  await db.callGrant.createMany({
    data: [...mates, people.other.memberId].map((memberId) => ({
      ...{ id: newId(), workspaceId, callId, memberId, level: "view" as const },
      ...{ source: "library" as const, sourceId: newId() },
    })),
  });
  await aParticipant({ id: callId, workspaceId }, { memberId: people.manager.memberId, side: "R" });
  expect(await received(callId, () => trashCall(people.owner, callId))).toEqual({
    ...{ owner: ["gone"], mate: ["gone"], other: ["gone"], manager: ["gone"] },
    privileged: ["gone"],
  });
});

test("the card of a running call goes from a manager's page as it becomes private, and was never on the others'", async () => {
  const { callId } = await aLiveCall(people.owner, { visibility: "team", teamId });
  const hide = async () =>
    editLiveCall(people.owner, callId, { title: "Ours", visibility: "private" });
  const all = await received(callId, hide);
  expect(all["manager"]?.toSorted()).toEqual(["gone", "live"]);
  expect([all["other"], all["mate"], all["admin"]]).toEqual([undefined, ["gone"], ["gone"]]);
});

test("who was moved to another team receives nothing more of the calls of the former one", async () => {
  const callId = await aRecorded("team");
  const { workspaceId, memberId } = people.mate;
  const work = () => db.$transaction((tx) => publishPipelineChanged(tx, { workspaceId, callId }));
  expect(await received(callId, work)).toMatchObject({ mate: ["call"] });
  await db.teamMember.deleteMany({ where: { workspaceId, memberId } });
  await db.member.updateMany({
    where: { workspaceId, id: memberId },
    data: { primaryTeamId: null },
  });
  const mate = pages.find(({ who }) => who === "mate") ?? expect.fail();
  await db.$transaction((tx) => notify(tx, "member", `${workspaceId}:${memberId}`));
  await expect.poll(() => mate.isEnded).toBe(true);
});

test("a stage that only moved on says so; what else happened in the same moment does not", async () => {
  const callId = await aRecorded("workspace");
  const ref = { workspaceId: people.owner.workspaceId, callId };
  const sent = async (...publish: (typeof publishProgress)[]): Promise<unknown> => {
    const before = Date.now();
    await received(callId, () =>
      db.$transaction(async (tx) => {
        for (const one of publish) await one(tx, ref);
      }),
    );
    const [event, ...more] = pages[0]?.received.filter((one) => one.callId === callId) ?? [];
    expect(more).toEqual([]);
    const { changedAt, isProgress } = {
      ...{ changedAt: { at: "", clock: "" }, isProgress: null },
      ...event?.data,
    };
    expect(changedAt.clock).not.toBe("");
    expect(Date.parse(changedAt.at)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(changedAt.at)).toBeLessThanOrEqual(Date.now());
    return isProgress;
  };
  expect(await sent(publishProgress)).toBe(true);
  expect(await sent(publishPipelineChanged)).toBe(false);
  expect(await sent(publishProgress, publishPipelineChanged, publishProgress)).toBe(false);
});
