import { expect, test } from "vitest";
import { USUAL_HOURS } from "../working-hours.ts";
import { noticeChoicesForm, ownHoursForm } from "./notice.schema.ts";
import { mailDueAt, NO_EMAILS, readNoticePreferences } from "./notice-choices.ts";
import { CHOOSABLE_KINDS, NOTICE_KINDS, ruleOf } from "./notices.ts";

const SCHEDULE = { hours: USUAL_HOURS, holidays: [], zone: "UTC" };
/** A Wednesday. */
const AT_WORK = new Date("2026-11-25T10:20:00.000Z");
const AFTER_HOURS = new Date("2026-11-25T22:00:00.000Z");
const due = (...[kind, choices, at]: [Parameters<typeof mailDueAt>[0], object, Date]) =>
  mailDueAt(kind, choices, at, SCHEDULE)?.toISOString() ?? null;

test("what product §27 says of each kind is its default", () => {
  const minutes = "2026-11-25T10:30:00.000Z";
  const NEXT_HOUR = "2026-11-25T11:00:00.000Z";
  const wanted = {
    mention: minutes,
    reply: minutes,
    feedback_request: minutes,
    feedback_received: minutes,
    reviewer_assigned: minutes,
    access_given: minutes,
    call_handed_over: minutes,
    calls_handed_over: minutes,
    library_asked: minutes,
    viewing_required: minutes,
    viewing_due: minutes,
    library_agreed: minutes,
    library_declined: minutes,
    library_item: null,
    clip_asked: minutes,
    clip_links_wait: minutes,
    clip_agreed: minutes,
    clip_declined: minutes,
    share_viewed: null,
    share_ending: null,
    recording_ready: null,
    words_missing: null,
    recording_failed: AT_WORK.toISOString(),
    recording_left: minutes,
    crm_review: NEXT_HOUR,
    crm_conflict: NEXT_HOUR,
    crm_failed: NEXT_HOUR,
    private_opened: null,
    chain_check_failed: AT_WORK.toISOString(),
    storage_80: AT_WORK.toISOString(),
    storage_95: AT_WORK.toISOString(),
    storage_full: AT_WORK.toISOString(),
    connection_broken: AT_WORK.toISOString(),
    job_failed: AT_WORK.toISOString(),
  };
  expect(Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, due(kind, {}, AT_WORK)]))).toEqual(
    wanted,
  );
});

test("a choice stands in the place of the default, and a digest is due with the next hour", () => {
  expect(due("mention", { mention: "never" }, AT_WORK)).toBeNull();
  expect(due("mention", { mention: "at_once" }, AT_WORK)).toBe("2026-11-25T10:20:00.000Z");
  expect(due("recording_ready", { recording_ready: "digest" }, AT_WORK)).toBe(
    "2026-11-25T11:00:00.000Z",
  );
});

test("outside working hours all waits for them but what is about security", () => {
  const morning = "2026-11-26T09:00:00.000Z";
  expect(due("mention", {}, AFTER_HOURS)).toBe(morning);
  expect(due("storage_95", {}, AFTER_HOURS)).toBe(morning);
  expect(due("chain_check_failed", {}, AFTER_HOURS)).toBe(AFTER_HOURS.toISOString());
  // Ten minutes before the end would be after it.
  expect(due("mention", {}, new Date("2026-11-25T17:55:00.000Z"))).toBe(morning);
});

test("security is not for anybody to switch off", () => {
  const fixed = NOTICE_KINDS.filter((kind) => ruleOf(kind).isFixed === true);
  expect(fixed).toEqual(["private_opened", "chain_check_failed"]);
  const stored = { notices: Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, "never"])) };
  const { choices } = readNoticePreferences(stored);
  expect(choices).toEqual(NO_EMAILS);
  expect(due("chain_check_failed", choices, AT_WORK)).not.toBeNull();
  expect(Object.keys(noticeChoicesForm.shape).sort()).toEqual([...CHOOSABLE_KINDS].sort());
});

test("what is broken in the preferences is as if nobody had chosen", () => {
  for (const stored of [
    null,
    [],
    "x",
    { notices: 3 },
    { notices: { mention: "often", x: "never" } },
  ])
    expect(readNoticePreferences(stored)).toEqual({ choices: {}, hours: null });
  const hours = { days: [0, 9], from: "09:00", to: "18:00" };
  expect(readNoticePreferences({ hours }).hours).toBeNull();
  const own = { days: [0], from: "22:00", to: "06:00" };
  expect(readNoticePreferences({ hours: own, player: {} }).hours).toEqual(own);
});

test("own hours need a day; the workspace's do not", () => {
  const times = { from: "09:00", to: "18:00" };
  const ask = (input: object) => ownHoursForm.safeParse({ ...times, ...input });
  expect(ask({ whose: "workspace" }).success).toBe(true);
  expect(ask({ whose: "own" }).error?.issues).toMatchObject([
    { message: "day_needed", path: ["mon"] },
  ]);
  expect(ask({ whose: "own", sat: true }).success).toBe(true);
  for (const from of ["9:00", "24:00", "09:60", "x"])
    expect(ask({ whose: "own", sat: true, from }).error?.issues).toMatchObject([
      { message: "invalid_time" },
    ]);
});
