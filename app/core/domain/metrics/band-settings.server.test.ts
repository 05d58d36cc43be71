import { expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { aMember, aWorkspace } from "#tests/support/factories.ts";
import type { Member } from "../access/actor.ts";
import type { TalkKind } from "../views.ts";
import { getWorkspaceSettings } from "../workspace-settings.server.ts";
import { type BandSettings, WATCHED } from "./band-fields.ts";
import { changeBands, getBandSettings, takeOurBand } from "./band-settings.server.ts";
import { bandField, bandsForm, ourBandForm } from "./bands.schema.ts";

/** The form as it begins, with some fields written over. */
function filled({ kind, rows, version }: BandSettings, more: Record<string, string> = {}) {
  const fields: Record<string, string> = { kind, version: String(version) };
  for (const { key, shown } of rows) {
    fields[bandField(key, "from")] = shown.from;
    fields[bandField(key, "to")] = shown.to;
    if (key === WATCHED) fields[bandField(key, "watch")] = shown.watchTo;
  }
  return { ...fields, ...more };
}
const save = async (actor: Member, kind: TalkKind, more: Record<string, string> = {}) =>
  changeBands(actor, bandsForm.parse(filled(await getBandSettings(actor, kind), more)));
const storedOf = async ({ workspaceId }: Member) => {
  const { bands } = await getWorkspaceSettings(db, workspaceId);
  return bands;
};
const rowOf = async (actor: Member, kind: TalkKind, key: string) =>
  (await getBandSettings(actor, kind)).rows.find((row) => row.key === key);

test("ranges are ours, rounded, until one is changed; what was left as it is stays ours", async () => {
  const admin = await aMember(await aWorkspace(), { role: "admin" });
  expect(await rowOf(admin, "discovery", "questions_per_hour")).toMatchObject({
    isOurs: true,
    shown: { from: "14.67", to: "18.67", watchTo: "" },
  });
  expect(await rowOf(admin, "demo", "speed_morae")).toMatchObject({
    shown: { from: "6", to: "8" },
  });
  await save(admin, "discovery");
  expect((await storedOf(admin)).discovery).toEqual({});

  await save(admin, "discovery", {
    ...{ talk_ratio_from: "３０", talk_ratio_to: "52,5" },
    ...{ longest_monologue_to: "80", longest_monologue_watch: "100" },
    ...{ interactivity_from: "", speed_morae_to: "9" },
  });
  expect((await storedOf(admin)).discovery).toEqual({
    talk_ratio: { from: 0.3, to: 0.525 },
    longest_monologue: { to: 80_000, watchTo: 100_000 },
    interactivity: {},
    speed_morae: { from: 360, to: 540 },
  });
  expect((await storedOf(admin)).demo).toEqual({});
  expect(await rowOf(admin, "discovery", "talk_ratio")).toEqual({
    key: "talk_ratio",
    isOurs: false,
    shown: { from: "30", to: "52.5", watchTo: "" },
    ours: { from: "35", to: "55", watchTo: "" },
  });
});

test("one range goes back to ours, and others stay, those of a later version among them", async () => {
  const admin = await aMember(await aWorkspace(), { role: "admin" });
  await save(admin, "demo", { talk_ratio_to: "70", cut_in_to: "12" });
  const later = { ...(await storedOf(admin)).demo, of_later: { to: 3 } };
  await db.workspace.updateMany({
    where: { id: admin.workspaceId },
    data: { settings: { bands: { demo: later } } },
  });
  const { version } = await getBandSettings(admin, "demo");
  await takeOurBand(
    admin,
    ourBandForm.parse({ kind: "demo", key: "talk_ratio", version: String(version) }),
  );
  expect((await storedOf(admin)).demo).toEqual({ cut_in: { to: 0.12 }, of_later: { to: 3 } });
  await save(admin, "demo", { cut_in_to: "10" });
  expect((await storedOf(admin)).demo).toEqual({ of_later: { to: 3 } });
});

test("a change is in the log; who was quicker is not overwritten; others may not", async () => {
  const workspace = await aWorkspace();
  const admin = await aMember(workspace, { role: "admin" });
  const manager = await aMember(workspace, { role: "manager" });
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  const seen = bandsForm.parse(filled(await getBandSettings(admin, "demo"), { cut_in_to: "20" }));
  await save(admin, "demo", { cut_in_to: "12" });
  await expect(changeBands(admin, seen)).rejects.toMatchObject({
    ...{ code: "conflict", fields: { "": ["changed_meanwhile"] } },
  });
  await expect(getBandSettings(manager, "demo")).rejects.toMatchObject({ code: "forbidden" });
  await expect(changeBands(manager, seen)).rejects.toMatchObject({ code: "forbidden" });
  const back = ourBandForm.parse({ kind: "demo", key: "cut_in", version: "2" });
  await expect(takeOurBand(manager, back)).rejects.toMatchObject({ code: "forbidden" });
  expect((await storedOf(stranger)).demo).toEqual({});
  const entries = await db.auditEntry.findMany({
    where: { workspaceId: workspace.id, event: "workspace.changed" },
    select: { actor: true, before: true, after: true },
  });
  expect(entries).toEqual([
    {
      actor: admin.memberId,
      before: JSON.stringify({ bands: { demo: {} } }),
      after: JSON.stringify({ bands: { demo: { cut_in: { to: 0.12 } } } }),
    },
  ]);
});

test("what is no number, too much or the wrong way round is refused at its field", async () => {
  const admin = await aMember(await aWorkspace(), { role: "admin" });
  const settings = await getBandSettings(admin, "other");
  const codes = (more: Record<string, string>) => {
    const read = bandsForm.safeParse(filled(settings, more));
    return read.error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [];
  };
  expect(codes({})).toEqual([]);
  expect(codes({ talk_ratio_to: "many" })).toEqual([["talk_ratio_to", "invalid_number"]]);
  expect(codes({ talk_ratio_to: "-5" })).toEqual([["talk_ratio_to", "invalid_number"]]);
  expect(codes({ talk_ratio_to: "101" })).toEqual([["talk_ratio_to", "too_big?n=100"]]);
  expect(codes({ talk_ratio_from: "70" })).toEqual([["talk_ratio_to", "band_order"]]);
  const watch = { longest_monologue_watch: "60" };
  expect(codes(watch)).toEqual([["longest_monologue_watch", "band_watch"]]);
  expect(codes({ longest_monologue_to: "" })).toEqual([["longest_monologue_watch", "band_watch"]]);
});
