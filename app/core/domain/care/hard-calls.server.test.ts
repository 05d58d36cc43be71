import { afterAll, beforeAll, expect, test } from "vitest";
import { stopClock } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { chance } from "#tests/support/analytics-history.ts";
import { MONDAY } from "#tests/support/care-recomputed.ts";
import {
  aCall,
  aMember,
  aParticipant,
  aTeam,
  aTracker,
  aTranscript,
  aWorkspace,
  type Said,
} from "#tests/support/factories.ts";
import type { Member } from "../access/actor.ts";
import { deriveVersion } from "../analysis/derive.server.ts";
import type { OwnCare } from "./care-views.ts";
import { markCall, showCall, switchHard, switchWorkspaceHard } from "./care-writes.server.ts";
import { readPeople } from "./care-read.server.ts";
import { getTeamCare } from "./team-care.server.ts";

const restart = stopClock(new Date("2027-01-06T12:00:00Z"));
afterAll(restart);

type Call = Awaited<ReturnType<typeof aCall>>;
type Turn = { isOurs: boolean; t0Ms: number; t1Ms: number; text: string };

let manager: Member;
let admin: Member;
let rep: Member;

beforeAll(async () => {
  const workspace = await aWorkspace({ timeZone: "UTC" });
  const team = await aTeam(workspace);
  rep = await aMember(workspace, { teams: [team] });
  manager = await aMember(workspace, { role: "manager", teams: [team], scopeTeams: [team] });
  admin = await aMember(workspace, { role: "admin" });
  const ofCustomer = { language: "en", side: "C" } as const;
  await aTracker(workspace, {
    name: "Abuse",
    content: { ...ofCustomer, category: "abuse", phrases: ["idiot"], side: null },
  });
  await aTracker(workspace, {
    name: "Negative",
    content: { ...ofCustomer, category: "negative", phrases: ["terrible"], side: null },
  });
});

const own = async (): Promise<OwnCare> => {
  const { own: found } = await getTeamCare(rep, { monday: MONDAY, team: null });
  return found ?? expect.fail("one's own is there");
};
const card = async () => {
  const { people } = await getTeamCare(manager, { monday: MONDAY, team: null });
  return people?.find(({ id }) => id === rep.memberId) ?? expect.fail("they are led");
};

let hour = 0;
/** A call of the week, said and read as any other. */
async function hold(turns: readonly Turn[], more: object = {}, owner = rep): Promise<Call> {
  hour += 1;
  const last = Math.max(...turns.map(({ t1Ms }) => t1Ms));
  const call = await aCall(owner, {
    startedAt: new Date(Date.parse("2026-12-28T00:30:00Z") + hour * 3_600_000),
    ...{ durationMs: last, isConnected: true, quality: "A", ...more },
  });
  const us = await aParticipant(call, { side: "R", memberId: owner.memberId });
  const them = await aParticipant(call, { side: "C", lane: 1 });
  const said: Said[] = turns.map(({ isOurs, ...turn }) => ({
    ...turn,
    participantId: isOurs ? us.id : them.id,
  }));
  await aTranscript(call, said);
  await deriveVersion({ workspaceId: call.workspaceId, callId: call.id }, 1);
  return call;
}

/** Turns of eight seconds, twelve a side; the customer may fall into ours, and say what is asked for. */
function aTalk(random: ReturnType<typeof chance>): Turn[] {
  const [negative, falls, abuse] = [random.of([0, 0.1, 0.9]), random.of([0, 0.9]), random.is(0.1)];
  const turns: Turn[] = [];
  for (let no = 0, at = 0; no < 24; no += 1) {
    const isOurs = no % 2 === 0;
    const words = Array.from({ length: 16 }, (_, word) => `word${word}`);
    if (random.is(isOurs ? 0.2 : negative)) words[3] = "terrible";
    if (abuse && no === 11) words[5] = "idiot";
    // Ours are not heard as theirs.
    if (isOurs && random.is(0.05)) words[7] = "idiot";
    const begins = !isOurs && random.is(falls) ? at - 3_500 : at + 400;
    turns.push({ isOurs, t0Ms: begins, t1Ms: begins + 8_000, text: `${words.join(" ")}.` });
    at = begins + 8_000;
  }
  return turns;
}

test("a call is hard by the words said in it, as product §15.1 has it", async () => {
  const random = chance(7);
  const made: { call: Call; turns: Turn[] }[] = [];
  for (let n = 0; n < 40; n += 1) {
    const turns = aTalk(random);
    const last = turns.at(-1)?.t1Ms ?? 0;
    made.push({
      turns,
      call: await hold(turns, {
        durationMs: last + random.of([0, 4_000, 9_000, 30_000]),
        quality: random.of(["A", "A", "B", "C"] as const),
      }),
    });
  }
  const { recent } = await own();
  const seen = { hard: 0, not: 0 };
  for (const { call, turns } of made) {
    const theirs = turns.filter(({ isOurs }) => !isOurs);
    const with_ = (word: string) => theirs.filter(({ text }) => text.includes(word));
    const row = await db.metricRow.findFirst({
      where: { callId: call.id, side: "C", subject: call.id },
    });
    const words = theirs.reduce((sum, { text }) => sum + text.split(" ").length, 0);
    const negative = with_("terrible");
    const signs = [
      (negative.length / words) * 100 >= 1,
      call.quality !== "C" && (row?.interruptsPm ?? 0) >= 1,
      negative.some(({ t1Ms }) => (call.durationMs ?? 0) - t1Ms <= 5_000),
    ];
    const isHard = with_("idiot").length > 0 || signs.filter(Boolean).length >= 2;
    seen[isHard ? "hard" : "not"] += 1;
    const found = recent.find(({ callId }) => callId === call.id);
    expect([call.id, found?.isHard]).toEqual([call.id, isHard]);
    if (isHard) expect(found?.signs?.abuse).toHaveLength(with_("idiot").length);
  }
  expect(Math.min(seen.hard, seen.not)).toBeGreaterThan(3);
  await db.call.updateMany({ where: { ownerId: rep.memberId }, data: { state: "trashed" } });
});

const HARD: Turn[] = [
  { isOurs: true, t0Ms: 0, t1Ms: 8_000, text: "How are things going for you today?" },
  { isOurs: false, t0Ms: 9_000, t1Ms: 12_000, text: "You idiot." },
];

test("what the member takes back is not hard, for the manager neither", async () => {
  const { id: callId } = await hold(HARD);
  expect((await card()).followUpSince).not.toBeNull();
  await markCall(rep, { callId, isHard: false });
  const { recent } = await own();
  expect(recent.find((call) => call.callId === callId)).toMatchObject({ isHard: false });
  expect((await card()).followUpSince).toBeNull();
});

test("a hard call stays the member's until they show it, and while they do", async () => {
  const { id: callId, title } = await hold(HARD);
  const text = JSON.stringify(await card());
  expect(text).not.toContain(callId);
  expect(text).not.toContain(title);
  await showCall(rep, { callId, isShown: true });
  expect((await card()).shown).toMatchObject([{ callId, title }]);
  await showCall(rep, { callId, isShown: false });
  expect((await card()).shown).toEqual([]);
  await showCall(rep, { callId, isShown: true });
  await markCall(rep, { callId, isHard: false });
  expect((await card()).shown).toEqual([]);
  await showCall(rep, { callId, isShown: true });
  await switchWorkspaceHard(admin, { on: false });
  expect((await card()).shown).toEqual([]);
  await switchWorkspaceHard(admin, { on: true });
  expect((await card()).shown).toHaveLength(1);
  await switchHard(rep, { on: false });
  expect(await card()).toMatchObject({ shown: [], followUpSince: null });
  await switchHard(rep, { on: true });
  // What was shown went with the switch.
  expect((await card()).shown).toEqual([]);
});

test("a private call is shown to nobody, and one of another member's is not there", async () => {
  const { id: callId } = await hold(HARD, { visibility: "private" });
  await expect(showCall(rep, { callId, isShown: true })).rejects.toThrow("not_found");
  await expect(showCall(manager, { callId, isShown: true })).rejects.toThrow("not_found");
  const shared = await hold(HARD);
  await expect(showCall(manager, { callId: shared.id, isShown: true })).rejects.toThrow(
    "not_found",
  );
  const impersonator = { memberId: admin.memberId, name: "" };
  await expect(
    showCall({ ...rep, impersonator }, { callId: shared.id, isShown: true }),
  ).rejects.toThrow("forbidden");
  await showCall(rep, { callId: shared.id, isShown: true });
  await db.call.updateMany({ where: { id: shared.id }, data: { visibility: "private" } });
  expect((await card()).shown).toEqual([]);
});

test("how often the words were right is shown once eight were judged, without private calls", async () => {
  await db.careMark.deleteMany({});
  const precision = async () => {
    const found = await getTeamCare(admin, { monday: MONDAY, team: null });
    return found.precision?.find(({ rule }) => rule === "S1") ?? null;
  };
  for (let n = 0; n < 8; n += 1) {
    const { id: callId } = await hold(HARD, n === 0 ? { visibility: "private" } : {});
    await markCall(rep, { callId, isHard: n !== 1 });
  }
  expect(await precision()).toBeNull();
  const { id: callId } = await hold(HARD);
  await markCall(rep, { callId, isHard: true });
  expect(await precision()).toMatchObject({ right: 7, judged: 8 });
});

test("the word lists stand on the page whole, as far as the reader may see them", async () => {
  const { words } = await getTeamCare(rep, { monday: MONDAY, team: null });
  expect(words.map(({ name, phrases }) => [name, phrases])).toEqual([
    ["Abuse", ["idiot"]],
    ["Negative", ["terrible"]],
  ]);
  const stranger = await aMember(await aWorkspace());
  expect((await getTeamCare(stranger, { monday: MONDAY, team: null })).words).toEqual([]);
});

test("nothing is made of the words of who is not asked after hard calls", async () => {
  await hold([
    { isOurs: true, t0Ms: 0, t1Ms: 4_000, text: "We looked at the depot again." },
    { isOurs: false, t0Ms: 5_000, t1Ms: 8_000, text: "You are an idiot." },
  ]);
  const read = async (): Promise<number[]> => {
    const [person] = await readPeople(rep, [rep.memberId], MONDAY);
    const { signs, hardCalls, shown } = person?.input ?? expect.fail("they are there");
    return [signs.size, hardCalls.size, shown.size];
  };
  expect((await read())[0]).toBeGreaterThan(0);
  await switchWorkspaceHard(admin, { on: false });
  expect(await read()).toEqual([0, 0, 0]);
  await switchWorkspaceHard(admin, { on: true });
  await switchHard(rep, { on: false });
  expect(await read()).toEqual([0, 0, 0]);
  await switchHard(rep, { on: true });
});
