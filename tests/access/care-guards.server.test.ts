import { expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { wordsOf } from "#tests/support/read-page.ts";
import {
  aCall,
  aMember,
  aParticipant,
  aTeam,
  aTracker,
  aTranscript,
  aWorkspace,
  type SignedIn,
} from "#tests/support/factories.ts";
import { deriveVersion } from "#app/core/domain/analysis/derive.server.ts";
import { appForFile } from "./app-for-file.ts";

// The guards of product §15.4 that the page itself keeps: what it says, and that nothing of it is had elsewhere.

const app = await appForFile({ draws: true });
const DAY_MS = 86_400_000;

const ask = (actor: SignedIn, path: string): Promise<Response> =>
  app.ask(
    new Request(`https://parley.test${path}`, {
      headers: { cookie: `__Host-sid=${actor.token}; tz=UTC; lang=en` },
    }),
  );
const page = async (actor: SignedIn, week = "") => {
  const response = await ask(actor, `/analytics/team-care${week}`);
  expect(response.status).toBe(200);
  return response.text();
};

async function aHouse() {
  const workspace = await aWorkspace({ timeZone: "UTC" });
  const team = await aTeam(workspace);
  const rep = await aMember(workspace, { teams: [team], name: "Robin Rep" });
  const manager = await aMember(workspace, {
    ...{ role: "manager", name: "Max Manager", teams: [team], scopeTeams: [team] },
  });
  const content = { category: "abuse" as const, side: "C" as const, phrases: ["idiot"] };
  await aTracker(workspace, { name: "Abuse", content });
  // In the middle of the last whole week, whatever day it is.
  const today = new Date();
  const startedAt = new Date(today.getTime() - (((today.getUTCDay() + 6) % 7) + 5) * DAY_MS);
  const call = await aCall(rep, {
    ...{ title: "A bitter talk", startedAt, durationMs: 20_000, isConnected: true, quality: "A" },
  });
  const them = await aParticipant(call, { side: "C", lane: 1, name: "Cruel Customer" });
  const said = { participantId: them.id, t0Ms: 4_000, t1Ms: 9_000, text: "You idiot." };
  await aTranscript(call, [said]);
  await deriveVersion({ workspaceId: call.workspaceId, callId: call.id }, 1);
  return { workspace, rep, manager, call };
}

test("no file and no program gets at anything of team care", async () => {
  const { rep, manager } = await aHouse();
  for (const path of ["team-care.json", "team-care.csv", "team-care.jsonl"])
    for (const actor of [rep, manager])
      expect([path, (await ask(actor, `/analytics/${path}`)).status]).toEqual([path, 404]);
  const paths = app.routes.map((route) => route.path).filter((path) => path.includes("care"));
  expect(paths).toEqual(["analytics/team-care"]);
});

test("one's own comes first and in full; a manager reads of a hard call that one waits, since which day", async () => {
  const { rep, manager, call } = await aHouse();
  const own = wordsOf(await page(rep));
  expect(own).toContain("A bitter talk");
  expect(own).toContain("1 word of abuse");
  expect(own).not.toContain("Max Manager");
  const html = await page(manager);
  const seen = wordsOf(html);
  expect(seen).toContain("A follow-up has been open since");
  for (const secret of ["A bitter talk", call.id, "1 word of abuse", "Cruel Customer"])
    expect(html).not.toContain(secret);
  expect(html).not.toContain(call.startedAt?.toISOString().slice(0, "yyyy-mm-ddThh:mm".length));
  expect(seen.indexOf("only you see this part")).toBeLessThan(seen.indexOf("Robin Rep"));
});

test("the page says what it is not for, what it does not do, how its lists go, and who looked", async () => {
  const { rep, manager } = await aHouse();
  await page(manager);
  const own = wordsOf(await page(rep));
  expect(own).toContain("Not for employment decisions. Voices are not analysed for emotion.");
  expect(own).toContain("idiot");
  expect(own).toContain("Max Manager");
  expect(
    await db.auditEntry.count({ where: { event: "care.looked_at", target: rep.memberId } }),
  ).toBe(1);
  // Of fewer than eight conversations that alone, of one's own and on the card; and no ranking: the word stands nowhere.
  const seen = wordsOf(await page(manager));
  expect(seen.split("Not enough data: 0 of 8 conversations in 4 weeks")).toHaveLength(3);
  expect(seen).not.toMatch(/rank/i);
});

test("weeks older than half a year are not there", async () => {
  const { rep } = await aHouse();
  expect(wordsOf(await page(rep, "?week=2020-01-06"))).toContain("Ignored: week=2020-01-06");
});
