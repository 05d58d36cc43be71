import { expect, test } from "vitest";
import { readSettings, type WorkspaceSettings } from "../workspace-settings.ts";
import { type LinkFacts, stateOfLink } from "./link-state.ts";

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
  cut: { state: "ready", wordsVersion: 2 },
  currentVersion: 2,
};
const { sharing: OPEN } = readSettings({});

const stateOf = (
  facts: Partial<LinkFacts> = {},
  policy: Partial<WorkspaceSettings["sharing"]> = {},
  at = after(1),
) => stateOfLink({ ...FACTS, ...facts }, { ...OPEN, ...policy }, at);

test("a link is open until the moment it ends", () => {
  expect(stateOf()).toEqual({ state: "active", endsAt: after(14), mayDownload: true });
  expect(stateOf({}, {}, new Date(after(14).getTime() - 1)).state).toBe("active");
  expect(stateOf({}, {}, after(14)).state).toBe("expired");
  // Extended, it is open again.
  expect(stateOf({ expiresAt: after(30) }, {}, after(14)).state).toBe("active");
});

test.each([
  ["revoked by a person", { revokedAt: after(1) }, "revoked"],
  ["its maker gone, or without what it shows", { maker: null }, "revoked"],
  ["what it shows gone", { source: "gone" }, "revoked"],
  [
    "what it shows shut: in the trash, not agreed to, a consent withdrawn",
    { source: "shut" },
    "blocked",
  ],
  ["as often seen as allowed", { views: 3, maxViews: 3 }, "exhausted"],
  ["one view left", { views: 2, maxViews: 3 }, "active"],
  ["still being made", { cut: { state: "rendering", wordsVersion: null } }, "preparing"],
  ["its files could not be made", { cut: { state: "failed", wordsVersion: null } }, "failed"],
  ["corrected a moment ago", { currentVersion: 3 }, "blocked"],
  [
    "its words on their way",
    { currentVersion: 3, cut: { state: "queued", wordsVersion: 2 } },
    "blocked",
  ],
  [
    "of a call without words",
    { currentVersion: null, cut: { state: "ready", wordsVersion: null } },
    "active",
  ],
] satisfies [string, Partial<LinkFacts>, string][])("%s", (_name, facts, state) => {
  expect(stateOf(facts).state).toBe(state);
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
