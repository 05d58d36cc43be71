import { expect, test } from "vitest";
import { readSettings, withPart } from "./workspace-settings.ts";

const DEFAULTS = {
  signIn: { ssoDomains: [], factorRoles: [] },
  consent: { policy: 1, text: {}, allowsUnrecorded: true },
  guests: { mayShareScreen: false },
  llm: {
    kind: "operator",
    baseUrl: null,
    model: null,
    key: null,
    priceIn: 0,
    priceOut: 0,
    monthCap: null,
    runCap: null,
    readsPrivate: false,
  },
  care: { hard: true },
  deals: { closedBeforeDays: 14, openedAfterDays: 14 },
  crm: { expiresDays: 14 },
  logs: { days: 400 },
  sharing: {
    ...{ blockedAt: null, maxDays: 90, needs: "nothing", mayDownload: true },
    kinds: ["call", "range", "clip", "library"],
    roles: ["admin", "manager", "rep"],
    ...{ embed: "listed", embedOrigins: [] },
  },
  hours: { days: [0, 1, 2, 3, 4], from: "09:00", to: "18:00" },
  holidays: [],
  bands: { discovery: {}, demo: {}, follow_up: {}, other: {} },
};

test.each([[{}], [null], ["text"], [[1, 2]], [{ logs: null, signIn: 3, guests: [], consent: "" }]])(
  "%j is read as nothing was decided",
  (stored) => {
    expect(readSettings(stored)).toEqual(DEFAULTS);
  },
);

test("what cannot be read is the default, and takes nothing else with it", () => {
  expect(
    readSettings({
      signIn: { ssoDomains: ["sato.test"], factorRoles: ["king"] },
      consent: { policy: 4, text: { en: " Our own. ", ja: "" }, allowsUnrecorded: "no" },
      logs: { days: 6 },
    }),
  ).toEqual({
    ...DEFAULTS,
    signIn: { ssoDomains: ["sato.test"], factorRoles: [] },
    consent: { policy: 4, text: { en: "Our own." }, allowsUnrecorded: true },
  });
});

test("a changed part leaves the others as they are, also those that only a later version knows", () => {
  const stored = { later: { kept: true }, consent: { policy: 2, own: 1 } };
  expect(withPart(stored, "logs", { days: 30 })).toEqual({ ...stored, logs: { days: 30 } });
  expect(withPart(null, "logs", { days: 30 })).toEqual({ logs: { days: 30 } });
});
