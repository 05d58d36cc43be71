import { beforeEach, expect, test } from "vitest";
import type { Member } from "#app/core/domain/access/actor.ts";
import { WORDS_MISSING } from "#app/core/domain/recording/stage-views.ts";
import { zonedInstant } from "#app/core/domain/zone.ts";
import { stopClock } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import {
  aCall,
  aMember,
  aRecording,
  aTeam,
  aTranscript,
  aWorkspace,
  type SignedIn,
} from "#tests/support/factories.ts";
import { getHome } from "./home.server.ts";
import { REACHED } from "./reached.ts";
import { parseRecordingsQuery } from "./recordings-query.ts";
import { listRecordings, listRecordingsAndChoices } from "./recordings.server.ts";
import { sevenDaysSearch } from "./seven-days.ts";
import { getSevenDays } from "./seven-days.server.ts";

const DAY_MS = 86_400_000;

let admin: SignedIn;
let rep: SignedIn;
beforeEach(async () => {
  const workspace = await aWorkspace();
  const team = await aTeam(workspace);
  admin = await aMember(workspace, { role: "admin" });
  rep = await aMember(workspace, { teams: [team] });
});

type Wishes = {
  call?: Parameters<typeof aCall>[1];
  recording?: Parameters<typeof aRecording>[1];
  /** Without it there is no transcript; "" is one without a word. */
  said?: string;
  hasSummary?: boolean;
};
async function aStarted(title: string, { call: of, recording, said, hasSummary }: Wishes = {}) {
  const call = await aCall(rep, { title, ...of });
  const { id: recordingId } = await aRecording(call, recording);
  if (said === undefined) return;
  const transcript = await aTranscript(
    call,
    said === "" ? [] : [{ t0Ms: 0, t1Ms: 900, text: said }],
    { recordingId },
  );
  if (hasSummary !== true) return;
  await db.summaryRun.create({
    data: {
      ...{ id: newId(), workspaceId: call.workspaceId, callId: call.id },
      ...{ transcriptId: transcript.id, engine: "rules", state: "done" },
    },
  });
}

/** One of each: what it is called is how far it came. */
async function aWeek(): Promise<void> {
  await aStarted("live", { call: { state: "live" }, recording: { state: "receiving" } });
  await aStarted("uploading", { call: { state: "ended" }, recording: { state: "receiving" } });
  await aStarted("empty", {
    call: { state: "empty", stateReason: "no_media" },
    recording: { state: "discarded", cause: "no_media" },
  });
  await aStarted("arrived", { call: { state: "ended" }, recording: { state: "uploaded" } });
  await aStarted("failed", { call: { state: "ended" }, recording: { state: "failed" } });
  await aStarted("being recognised", { recording: { state: "processing" } });
  await aStarted("words missing", {
    recording: { state: "ready_partial", cause: WORDS_MISSING },
    said: "Hello",
    hasSummary: true,
  });
  await aStarted("nobody spoke", { said: "" });
  await aStarted("no summary", {
    recording: { state: "ready_partial", cause: "x" },
    said: "Hello",
  });
  await aStarted("whole", { said: "Hello there", hasSummary: true });
  await aStarted("media removed", {
    recording: { state: "media_removed" },
    said: "Hello",
    hasSummary: true,
  });
}
const SUMMARY = ["media removed", "whole"];
const WORDS = [...SUMMARY, "no summary"];
const PLAYABLE = [...WORDS, "being recognised", "nobody spoke", "words missing"];
const RECORDED = [...PLAYABLE, "arrived", "failed"];
const STARTED = [...RECORDED, "empty", "live", "uploading"];
const LISTS = {
  started: STARTED,
  recorded: RECORDED,
  playable: PLAYABLE,
  words: WORDS,
  summary: SUMMARY,
};
const COUNTS = { started: 11, recorded: 8, playable: 6, words: 3, summary: 2 };

/** What counts nowhere. */
async function othersOfTheWeek(): Promise<void> {
  const whole = { said: "Hello", hasSummary: true };
  await aStarted("private", { call: { visibility: "private" }, ...whole });
  await aStarted("sample", { call: { isSample: true }, ...whole });
  const early = new Date(Date.now() - 8 * DAY_MS);
  await aStarted("eight days ago", { call: { startedAt: early }, ...whole });
  await aStarted("import", { recording: { method: "import" }, ...whole });
  await aStarted("discarded", {
    call: { state: "empty", stateReason: "discarded" },
    recording: { state: "discarded" },
  });
  await aStarted("deleted", { call: { state: "trashed", trashedAt: new Date() }, ...whole });
  await aStarted("planned", { call: { state: "scheduled", startedAt: null } });
}

const titles = async (actor: Member, search: Record<string, string> | string, zone = "UTC") => {
  const { query, ignored } = parseRecordingsQuery(new URLSearchParams(search), zone);
  expect(ignored).toEqual([]);
  const { rows, count } = await listRecordings(actor, query);
  expect(rows).toHaveLength(count);
  return rows.map(({ title }) => title).toSorted();
};

test("each number is as large as its list, and so is each difference", async () => {
  await aWeek();
  await othersOfTheWeek();
  expect(await getSevenDays(admin, "UTC")).toEqual(COUNTS);
  for (const [at, step] of REACHED.entries()) {
    expect(await titles(admin, sevenDaysSearch(step))).toEqual(LISTS[step].toSorted());
    const before = REACHED[at - 1];
    if (before === undefined) continue;
    expect(await titles(admin, sevenDaysSearch(before, step))).toEqual(
      LISTS[before].filter((title) => !LISTS[step].includes(title)).toSorted(),
    );
  }
});

test("another member's private call is in no number and no list, and in those of its owner", async () => {
  await aStarted("private", { call: { visibility: "private" }, said: "Hello", hasSummary: true });
  expect(await getSevenDays(admin, "UTC")).toEqual({
    ...{ started: 0, recorded: 0, playable: 0, words: 0, summary: 0 },
  });
  for (const step of REACHED) {
    expect(await titles(admin, sevenDaysSearch(step))).toEqual([]);
    expect(await titles(rep, sevenDaysSearch(step))).toEqual(["private"]);
  }
  expect(await titles(admin, { "reached.not": "summary" })).toEqual([]);
});

test("of several steps any is enough, and without a step a list has what was started and did not come to it", async () => {
  await aWeek();
  await othersOfTheWeek();
  expect(await titles(admin, "range=last-7d&reached=summary&reached=words")).toEqual(
    WORDS.toSorted(),
  );
  expect(await titles(admin, "range=last-7d&reached.not=words")).toEqual(
    STARTED.filter((title) => !WORDS.includes(title)).toSorted(),
  );
  expect(await titles(admin, "reached=summary&sample=only")).toEqual(["sample"]);
  const { query } = parseRecordingsQuery(new URLSearchParams("reached=started&panel=filters"));
  const { facets } = await listRecordingsAndChoices(admin, query);
  const states = facets?.find(({ name }) => name === "state")?.values.map(({ value }) => value);
  expect(states).toContain("ready");
  expect(states).not.toContain("discarded");
  // A list that does not ask for steps is as it was.
  expect(await titles(admin, "range=last-7d")).not.toContain("empty");
});

test("the days are those of the reader's calendar", async () => {
  const zone = "Asia/Tokyo";
  const start = stopClock(new Date("2026-11-29T20:00:00Z"));
  try {
    const first = Date.parse(zonedInstant("2026-11-24", "00:00", zone));
    await aStarted("before", { call: { startedAt: new Date(first - 1) } });
    await aStarted("first", { call: { startedAt: new Date(first) } });
    await aStarted("today", { call: { startedAt: new Date("2026-11-29T19:59:00Z") } });
    expect(await getSevenDays(admin, zone)).toMatchObject({ started: 2 });
    expect(await titles(admin, sevenDaysSearch("started"), zone)).toEqual(["first", "today"]);
    expect(await getSevenDays(admin, "UTC")).toMatchObject({ started: 3 });
    expect(await titles(admin, sevenDaysSearch("started"))).toHaveLength(3);
  } finally {
    start();
  }
});

test("Home counts for admins alone", async () => {
  await aWeek();
  const home = (actor: Member) => getHome(actor, new URLSearchParams(), "UTC");
  expect((await home(admin)).sevenDays).toEqual(COUNTS);
  expect((await home(rep)).sevenDays).toBeNull();
  const manager = await aMember({ id: admin.workspaceId }, { role: "manager" });
  expect((await home(manager)).sevenDays).toBeNull();
});
