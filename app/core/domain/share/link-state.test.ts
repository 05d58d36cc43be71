import { expect, test } from "vitest";
import { readSettings, type WorkspaceSettings } from "../workspace-settings.ts";
import { extendedEnd, type LinkFacts, stateOfLink } from "./link-state.ts";

const DAY_MS = 86_400_000;
const MADE = new Date("2026-11-01T10:00:00Z");
const after = (days: number) => new Date(MADE.getTime() + days * DAY_MS);
const FACTS: LinkFacts = {
  createdAt: MADE,
  expiresAt: after(14),
  revokedAt: null,
  views: 0,
  maxViews: null,
  hasPassword: false,
  hasAddresses: false,
  maker: { role: "rep" },
  source: "open",
  cut: { state: "ready", isMade: true, wordsVersion: 2 },
  kinds: ["range"],
  currentVersion: 2,
};
const UNMADE = { isMade: false, wordsVersion: null };
const { sharing: OPEN } = readSettings({});

const stateOf = (
  facts: Partial<LinkFacts> = {},
  policy: Partial<WorkspaceSettings["sharing"]> = {},
  at = after(1),
) => stateOfLink({ ...FACTS, ...facts }, { ...OPEN, ...policy }, at);

test("a link is open until the moment it ends", () => {
  expect(stateOf()).toEqual({
    ...{ state: "active", endsAt: after(14), mayDownload: true, isRenewed: false },
  });
  expect(stateOf({}, {}, new Date(after(14).getTime() - 1)).state).toBe("active");
  expect(stateOf({}, {}, after(14)).state).toBe("expired");
  // Extended, it is open again.
  expect(stateOf({ expiresAt: after(30) }, {}, after(14)).state).toBe("active");
});

test.each([
  ["revoked by a person", { revokedAt: after(1) }, "revoked"],
  ["its maker gone, or without what it shows", { maker: null }, "revoked"],
  ["what it shows gone", { source: "gone" }, "revoked"],
  ["what it shows in the trash", { source: "trashed" }, "blocked"],
  ["as often seen as allowed", { views: 3, maxViews: 3 }, "exhausted"],
  ["one view left", { views: 2, maxViews: 3 }, "active"],
  ["still being made", { cut: { state: "rendering", ...UNMADE } }, "preparing"],
  ["its files could not be made", { cut: { state: "failed", ...UNMADE } }, "failed"],
  [
    "of a call without words",
    { currentVersion: null, cut: { state: "ready", isMade: true, wordsVersion: null } },
    "active",
  ],
] satisfies [string, Partial<LinkFacts>, string][])("%s", (_name, facts, state) => {
  expect(stateOf(facts).state).toBe(state);
});

test.each(["queued", "failed"] as const)(
  "corrected words replace those that are shown: it stays open while they are %s",
  (state) => {
    const cut = { state, isMade: true, wordsVersion: 2 };
    expect(stateOf({ currentVersion: 3, cut })).toMatchObject({ state: "active", isRenewed: true });
    expect(stateOf({ cut: { ...cut, wordsVersion: null } })).toMatchObject({ isRenewed: true });
  },
);

test("what blocks a link is said", () => {
  const why = (...args: Parameters<typeof stateOf>) => {
    const state = stateOf(...args);
    return state.state === "blocked" ? state.why : state.state;
  };
  expect(why({ source: "withdrawn" })).toBe("withdrawn");
  expect(why({}, { blockedAt: MADE.toISOString() })).toBe("switched_off");
  expect(why({}, { roles: ["admin"] })).toBe("role");
  expect(why({}, { needs: "password" })).toBe("password");
  expect(why({}, { needs: "email" })).toBe("email");
  expect(why({}, { kinds: ["call", "clip"] })).toBe("kind");
  // One item of a list is shown as what it is, too.
  expect(why({ kinds: ["library", "call"] }, { kinds: ["library"] })).toBe("kind");
  expect(why({ kinds: ["library", "call"] }, { kinds: ["library", "call"] })).toBe("active");
});

test("extending never shortens, and ends where the workspace says", () => {
  const end = (expiresAt: Date, at: Date, maxDays = 90) =>
    extendedEnd({ createdAt: MADE, expiresAt }, { maxDays }, { at, days: 14 });
  expect(end(after(30), after(1))).toEqual(after(44));
  expect(end(after(14), after(20))).toEqual(after(34));
  expect(end(after(14), after(1), 20)).toEqual(after(20));
  expect(end(after(20), after(1), 20)).toEqual(after(20));
});

test("what was revoked stays so, whatever else holds", () => {
  const facts = { revokedAt: after(1), isWithdrawn: true, callState: "trashed" as const };
  expect(stateOf(facts, { blockedAt: MADE.toISOString() }, after(40)).state).toBe("revoked");
});

test("a stricter policy holds for links that are there already", () => {
  expect(stateOf({}, { maxDays: 7 })).toMatchObject({ state: "active", endsAt: after(7) });
  expect(stateOf({}, { maxDays: 7 }, after(7)).state).toBe("expired");
  expect(stateOf({ expiresAt: null }, { maxDays: 30 })).toMatchObject({ endsAt: after(30) });
  expect(stateOf({}, { needs: "password" }).state).toBe("blocked");
  expect(stateOf({ hasPassword: true }, { needs: "password" }).state).toBe("active");
  expect(stateOf({ hasPassword: true }, { needs: "email" }).state).toBe("blocked");
  expect(stateOf({ hasAddresses: true }, { needs: "email" }).state).toBe("active");
  expect(stateOf({}, { mayDownload: false })).toMatchObject({ mayDownload: false });
  expect(stateOf({}, { blockedAt: MADE.toISOString() }).state).toBe("blocked");
});
