import { expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { noteOpened } from "#app/core/domain/call/who-watched.server.ts";
import {
  aCall,
  aDeal,
  aMember,
  aParticipant,
  aRecording,
  aTeam,
  aWorkspace,
} from "#tests/support/factories.ts";
import { findForPalette } from "./palette.server.ts";

/** A private call and one of the team, with the same words in every name. */
async function aScene() {
  const workspace = await aWorkspace();
  const team = await aTeam(workspace);
  const owner = await aMember(workspace, { teams: [team], name: "Mari Kato" });
  const mate = await aMember(workspace, { teams: [team], name: "Rui Abe" });
  const named = async (what: string, visibility: "private" | "team") => {
    const companyId = newId();
    const name = `${what} Zephyr Ltd`;
    await db.company.create({ data: { id: companyId, workspaceId: workspace.id, name } });
    const call = await aCall(owner, { title: `${what} zephyr talk`, visibility, companyId });
    await aRecording(call);
    await aParticipant(call, { side: "C", name: `${what} Zephyrine` });
    return call;
  };
  const secret = await named("Secret", "private");
  const open = await named("Open", "team");
  return { workspace, team, owner, mate, secret, open };
}
const found = async (...asked: Parameters<typeof findForPalette>) => {
  const { calls, people, companies, deals, views } = await findForPalette(...asked);
  const named = [...people, ...companies, ...deals, ...views];
  return [...calls.map(({ title }) => title), ...named.map(({ name }) => name)];
};
const pagesOf = async (actor: Member) =>
  (await findForPalette(actor, "")).pages.map(({ name }) => name);
const OPEN = ["Open zephyr talk", "Open Zephyrine", "Open Zephyr Ltd"];

test("names are found by a part of them, in any case and width, newest call first", async () => {
  const { owner } = await aScene();
  for (const typed of ["zephyr", "ZEPHYR", " ｚｅｐｈｙｒ "])
    expect((await found(owner, typed)).sort()).toEqual(
      [...OPEN, "Secret zephyr talk", "Secret Zephyrine", "Secret Zephyr Ltd"].sort(),
    );
  expect(await found(owner, "rui")).toEqual(["Rui Abe"]);
  expect(await found(owner, "%")).toEqual([]);
  expect(await found(owner, "nothing of this name")).toEqual([]);
});

test("a private call leaks neither its title nor its people nor its company", async () => {
  const { workspace, team, mate, secret } = await aScene();
  const others = [
    mate,
    await aMember(workspace, { role: "manager", teams: [team] }),
    await aMember(workspace, { role: "admin" }),
  ];
  for (const other of others) expect(await found(other, "zephyr")).toEqual(OPEN);
  expect(await found(await aMember(await aWorkspace(), { role: "admin" }), "zephyr")).toEqual([]);
  // Whoever saw it before it became private does not see that they did.
  await db.call.updateMany({ where: { id: secret.id }, data: { visibility: "team" } });
  await noteOpened(mate, secret.id);
  expect(await found(mate, "")).toEqual(["Secret zephyr talk"]);
  await db.call.updateMany({ where: { id: secret.id }, data: { visibility: "private" } });
  expect(await found(mate, "")).toEqual([]);
});

test("nothing typed gives the calls opened last, and the settings each role has", async () => {
  const { owner, open, secret, workspace } = await aScene();
  await noteOpened(owner, open.id);
  await noteOpened(owner, secret.id);
  expect(await found(owner, "")).toEqual(["Secret zephyr talk", "Open zephyr talk"]);
  expect(await pagesOf(owner)).not.toContain("systemLog");
  const admin = await aMember(workspace, { role: "admin" });
  expect(await pagesOf(admin)).toContain("systemLog");
});

test("a deleted call is not found", async () => {
  const { owner, open } = await aScene();
  await db.call.updateMany({ where: { id: open.id }, data: { state: "trashed" } });
  expect(await found(owner, "open")).toEqual([]);
});

test("deals and saved views are found by name, by those who may open them", async () => {
  const { workspace, owner, mate } = await aScene();
  await aDeal(owner, { name: "Zephyr rollout" });
  const view = {
    workspaceId: workspace.id,
    ownerId: owner.memberId,
    page: "recordings",
    query: "q=x",
  };
  await db.savedView.createMany({
    data: [
      { ...view, id: newId(), name: "Zephyr of mine", folded: "zephyr of mine" },
      { ...view, id: newId(), name: "Zephyr of all", folded: "zephyr of all", isShared: true },
      { ...view, id: newId(), name: "Zephyr gone", folded: "zephyr gone", deletedAt: new Date() },
    ],
  });
  const of = async (actor: Member) => {
    const { deals, views } = await findForPalette(actor, "zephyr");
    return [deals, views].map((list) => list.map(({ name }) => name));
  };
  expect(await of(owner)).toEqual([["Zephyr rollout"], ["Zephyr of all", "Zephyr of mine"]]);
  expect((await of(mate))[1]).toEqual(["Zephyr of all"]);
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  expect(await of(stranger)).toEqual([[], []]);
});

test("companies and people say of how many calls they are, of those the reader sees", async () => {
  const { owner, mate } = await aScene();
  const counts = async (actor: Member, typed: string) => {
    const { people, companies } = await findForPalette(actor, typed);
    return [...people, ...companies].map(({ name, calls }) => [name, calls]);
  };
  expect(await counts(owner, "open zephyr")).toEqual([
    ["Open Zephyrine", 1],
    ["Open Zephyr Ltd", 1],
  ]);
  expect(await counts(mate, "secret")).toEqual([]);
});
