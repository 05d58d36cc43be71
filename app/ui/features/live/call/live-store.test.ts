import { expect, test } from "vitest";
import type {
  LiveCallView,
  LivePerson,
  LiveStateEvent,
  SegEvent,
} from "#app/core/domain/live/live-views.ts";
import { createLevelTrack, loudestIn, writeLevels } from "#app/ui/features/capture/level-track.ts";
import {
  createLiveStore,
  elapsedMs,
  monologueTone,
  ourShareOf,
  withSegment,
} from "./live-store.ts";

const state: LiveStateEvent = {
  callId: "c1",
  startedAt: "2026-11-21T10:00:00.000Z",
  at: "2026-11-21T10:01:00.000Z",
  recording: { state: "recording", tracks: 2, missing: [], since: "2026-11-21T10:00:01.000Z" },
  speech: { state: "on", reason: null },
  call: null,
  isLocked: false,
  listeners: [],
};
const view: LiveCallView = {
  callId: "c1",
  title: "Okabe Foods",
  company: null,
  visibility: "team",
  owner: { id: "m1", name: "Mari Kato" },
  language: "en",
  callRole: "host",
  isWhole: true,
  isDemo: false,
  canListen: false,
  invitation: null,
  allowsUnrecorded: true,
  state,
  people: [],
  waiting: [],
  marks: [],
};
const person = (participantId: string, side: "R" | "C", role: LivePerson["role"]): LivePerson => ({
  participantId,
  memberId: null,
  identities: [],
  name: participantId,
  side,
  role,
  lane: 0,
  arrivedMs: 0,
  isHere: true,
  isMuted: false,
  isOnHold: false,
  isRecorded: true,
});
const seg = (no: number, part: Partial<SegEvent> = {}): SegEvent => ({
  seq: no,
  no,
  rev: 1,
  isFinal: false,
  participantId: "p1",
  t0Ms: no * 1_000,
  t1Ms: no * 1_000 + 900,
  text: `words ${no}`,
  stable: 0,
  ...part,
});

test("a final takes the place of its draft, and an older revision changes nothing", () => {
  const draft = [seg(1), seg(2)];
  const final = withSegment(draft, seg(1, { rev: 4, isFinal: true, text: "all of it" }));
  expect(final.map(({ text }) => text)).toEqual(["all of it", "words 2"]);
  expect(withSegment(final, seg(1, { rev: 3, text: "late draft" }))).toEqual(final);
});

test("segments stand in the order they were spoken in, whoever is heard first", () => {
  const spoken = [seg(3), seg(1), seg(2, { t0Ms: 500 })].reduce<SegEvent[]>(withSegment, []);
  expect(spoken.map(({ no }) => no)).toEqual([2, 1, 3]);
});

test("a draft that came to nothing goes away", () => {
  expect(withSegment([seg(1)], seg(1, { rev: 2, isFinal: true, text: " " }))).toEqual([]);
});

test("the stream goes on after the highest number heard", () => {
  const store = createLiveStore(view);
  store.apply({ type: "seg", data: seg(1, { seq: 9 }) }, 0);
  store.apply({ type: "seg", data: seg(2, { seq: 4 }) }, 0);
  expect(store.seq()).toBe(9);
});

test("time runs by the server's clock, whatever this device says", () => {
  const store = createLiveStore(view);
  const wrong = Date.parse("2020-01-01T00:00:00.000Z");
  store.apply({ type: "state", data: state }, wrong);
  expect(elapsedMs(store.get(), wrong)).toBe(60_000);
  expect(elapsedMs(store.get(), wrong + 5_000)).toBe(65_000);
  store.apply({ type: "state", data: { ...state, startedAt: null } }, wrong);
  expect(elapsedMs(store.get(), wrong)).toBeNull();
});

test("listeners hear of a change, and not after they have gone", () => {
  const store = createLiveStore(view);
  let count = 0;
  const stop = store.subscribe(() => count++);
  store.setHeard(false);
  store.setHeard(false);
  expect(count).toBe(1);
  stop();
  store.setHeard(true);
  expect(count).toBe(1);
});

test("our share is that of everybody on our side, without the coach", () => {
  const people = [
    person("host", "R", "host"),
    person("rep", "R", "rep"),
    person("guest", "C", "customer"),
    person("coach", "R", "coach"),
  ];
  const line = (participantId: string, share: number | null) => ({
    participantId,
    share,
    share5: null,
    monologueMs: 0,
    speed: null,
    levels: [],
  });
  const meter = {
    nowMs: 0,
    behindMs: 0,
    people: [line("host", 0.3), line("rep", 0.1), line("guest", 0.4), line("coach", 0.2)],
  };
  expect(ourShareOf(meter, people, "share")).toBeCloseTo(0.5);
  expect(ourShareOf(meter, people, "share5")).toBeNull();
  expect(ourShareOf(null, people, "share")).toBeNull();
});

test("a monologue is amber from 90 s and red from 150 s", () => {
  expect([0, 89_999, 90_000, 149_999, 150_000].map(monologueTone)).toEqual([
    "plain",
    "plain",
    "warn",
    "warn",
    "danger",
  ]);
});

test("levels lie on the call's clock: the newest ends now, what nobody reported is silent", () => {
  const track = createLevelTrack();
  writeLevels(track, 1_000, [15, 0, 3]);
  writeLevels(track, 200_000, [7]);
  expect(loudestIn(track, 700, 800)).toBe(1);
  expect(loudestIn(track, 900, 1_000)).toBeCloseTo(3 / 15);
  expect(loudestIn(track, 1_000, 199_900)).toBe(0);
  expect(loudestIn(track, 199_900, 200_000)).toBeCloseTo(7 / 15);
});
