import { expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import {
  aCall,
  aMember,
  aRecording,
  aTeam,
  aWorkspace,
  type SignedIn,
} from "#tests/support/factories.ts";
import { listFile } from "#tests/support/list-file.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { NAMED_KINDS, type NamedKind, nameKey } from "./fact-kinds.ts";
import { logData } from "./log-export.server.ts";
import { listEntries } from "./log-list.server.ts";
import { parseLogQuery } from "./log-query.ts";
import { findNames } from "./names.server.ts";
import { record } from "./record.server.ts";

await queueForFile();

type Thing = { kind: NamedKind; id: string; name: string };
const entriesOf = (things: readonly Thing[]) =>
  things.map(({ kind, id }) => ({ target_kind: kind, target: id, before: null, after: null }));
async function named(reader: SignedIn, things: readonly Thing[]) {
  const names = await findNames(reader, entriesOf(things));
  return things.flatMap(({ kind, id }) => names.get(nameKey(kind, id))?.name ?? []);
}

/** Things of a workspace that everybody there may know of, and things that are one person's alone. */
async function aHouse() {
  const workspace = await aWorkspace();
  const { id: workspaceId } = workspace;
  const team = await aTeam(workspace);
  const owner = await aMember(workspace, { teams: [team], name: "Mari Kato" });
  const open = await aCall(owner, { title: "Open call", visibility: "workspace" });
  const closed = await aCall(owner, { title: "Closed call", visibility: "private" });
  const [openSound, closedSound] = [await aRecording(open), await aRecording(closed)];
  const at = (name: string) => ({
    ...{ workspaceId, id: newId(), name, folded: name.toLowerCase() },
  });
  const label = await db.label.create({ data: { ...at("Renewal"), colour: "rose" } });
  const group = await db.labelGroup.create({ data: at("Stages") });
  const library = (name: string, kind: "personal" | "workspace") =>
    db.library.create({
      data: { ...at(name), kind, ownerId: owner.memberId, description: "" },
    });
  const shared = await library("Best calls", "workspace");
  const own = await library("Mine alone", "personal");
  const view = await db.savedView.create({
    data: { ...at("My view"), ownerId: owner.memberId, query: "q=x", page: "recordings" },
  });
  const thing = (kind: NamedKind, id: string, name: string): Thing => ({ kind, id, name });
  return {
    workspace,
    owner,
    own,
    everybodys: [
      thing("member", owner.memberId, owner.name),
      thing("team", team.id, team.name),
      thing("workspace", workspaceId, workspace.name),
      thing("call", open.id, open.title),
      thing("recording", openSound.id, open.title),
      thing("label", label.id, label.name),
      thing("label_group", group.id, group.name),
      thing("library", shared.id, shared.name),
    ],
    theirs: [
      thing("call", closed.id, closed.title),
      thing("recording", closedSound.id, closed.title),
      thing("library", own.id, own.name),
      thing("view", view.id, view.name),
    ],
  };
}

test("each kind is named to who may see it, and to nobody else", async () => {
  const { workspace, owner, everybodys, theirs } = await aHouse();
  const names = (things: readonly Thing[]) => things.map(({ name }) => name);
  const all = [...everybodys, ...theirs];
  expect(await named(owner, all)).toEqual(names(all));
  for (const role of ["admin", "manager", "rep"] as const) {
    const reader = await aMember(workspace, { role });
    expect(await named(reader, all)).toEqual(names(everybodys));
  }
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  expect(await named(stranger, all)).toEqual([]);
  const admin = await aMember(workspace, { role: "admin" });
  const eyes = { ...owner, impersonator: { memberId: admin.memberId, name: admin.name } };
  expect(
    await named(
      eyes,
      theirs.filter(({ kind }) => kind !== "view"),
    ),
  ).toEqual([]);
});

test("ids of every kind that are nothing, or no ids, name nothing", async () => {
  const reader = await aMember(await aWorkspace(), { role: "admin" });
  for (const kind of NAMED_KINDS.filter((one) => one !== "model"))
    for (const id of [newId(), "x", "", "99999999999999", "12"])
      expect([kind, await named(reader, [{ kind, id, name: "" }])]).toEqual([kind, []]);
});

test("facts that name by an id come with the names that the reader may know", async () => {
  const { workspace, owner, everybodys, theirs } = await aHouse();
  const idOf = (things: readonly Thing[], kind: NamedKind) =>
    things.find((thing) => thing.kind === kind)?.id ?? expect.fail();
  const label = idOf(everybodys, "label");
  const [shared, own] = [idOf(everybodys, "library"), idOf(theirs, "library")];
  await db.$transaction((tx) =>
    record(
      tx,
      owner,
      "call.updated",
      { kind: "call", id: idOf(everybodys, "call") },
      {
        before: { label: newId(), library: own },
        after: { label, library: shared, link: newId() },
      },
    ),
  );
  const admin = await aMember(workspace, { role: "admin" });
  const { query } = parseLogQuery(new URLSearchParams());
  const read = async (reader: SignedIn) =>
    (await listEntries(reader, "user", query, { zone: "UTC" })).entries[0]?.names;
  const known = {
    [nameKey("label", label)]: "Renewal",
    [nameKey("library", shared)]: "Best calls",
  };
  expect(await read(admin)).toEqual(known);
  expect(await read(owner)).toEqual({ ...known, [nameKey("library", own)]: "Mine alone" });
});

test("what somebody's own library was called is said to them alone, on the screen and in files", async () => {
  const { workspace, owner, own } = await aHouse();
  await db.$transaction((tx) =>
    record(
      tx,
      owner,
      "library.made",
      { kind: "library", id: own.id },
      { after: { name: own.name, kind: "personal" } },
    ),
  );
  const admin = await aMember(workspace, { role: "admin" });
  const { query } = parseLogQuery(new URLSearchParams("event=library.made"));
  const read = async (reader: SignedIn) => {
    const { entries } = await listEntries(reader, "user", query, { zone: "UTC" });
    const files = await Promise.all(
      (["csv", "jsonl"] as const).map((form) =>
        listFile(reader, logData("user"), { ...query, zone: "UTC" }, form),
      ),
    );
    return JSON.stringify([entries, files]);
  };
  expect(await read(admin)).toContain(own.id);
  expect(await read(admin)).not.toContain(own.name);
  expect(await read(owner)).toContain(own.name);
});

test("what lies in the trash keeps its name for who may take it out, and has no page", async () => {
  const { owner, everybodys } = await aHouse();
  const trashed = everybodys.filter(({ kind }) => ["call", "library"].includes(kind));
  await db.call.updateMany({
    where: { id: { in: trashed.map(({ id }) => id) } },
    data: { state: "trashed", trashedAt: new Date() },
  });
  await db.library.updateMany({
    where: { id: { in: trashed.map(({ id }) => id) } },
    data: { deletedAt: new Date() },
  });
  const names = await findNames(owner, entriesOf(trashed));
  for (const { kind, id, name } of trashed)
    expect(names.get(nameKey(kind, id))).toEqual({ name, hasPage: false });
});
