import { expect, test } from "vitest";
import { listEntries } from "./log-list.server.ts";
import { parseLogQuery } from "./log-query.ts";
import { db } from "#app/core/platform/db.server.ts";
import { stopClock } from "#app/core/platform/clock.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { noteSearch } from "./note-search.server.ts";

const listed = async (reader: SignedIn) => {
  const { query } = parseLogQuery(new URLSearchParams("event=search.run"));
  const { entries } = await listEntries(reader, "user", query, { zone: "UTC" });
  return entries.map(({ actor, after }) => ({ actor, after }));
};

test("a search is one entry, whose words only who searched can read", async () => {
  const workspace = await aWorkspace();
  const rep = await aMember(workspace);
  const admin = await aMember(workspace, { role: "admin" });
  await noteSearch(rep, "");
  await noteSearch(rep, "price of herons");
  await noteSearch(rep, "price of herons");
  const own = [{ actor: rep.memberId, after: JSON.stringify({ words: "price of herons" }) }];
  expect(await listed(rep)).toEqual(own);
  expect(await listed(admin)).toEqual([{ actor: rep.memberId, after: null }]);
  const viewed = { ...rep, impersonator: { memberId: admin.memberId, name: admin.name } };
  expect(await listed(viewed)).toEqual([{ actor: rep.memberId, after: null }]);
  const [stored] = await db.auditEntry.findMany({ where: { workspaceId: workspace.id } });
  expect(stored?.after).not.toContain("heron");

  await noteSearch(rep, "another");
  await noteSearch(admin, "price of herons");
  expect(await listed(admin)).toHaveLength(3);
});

test("the same words are a new search after ten minutes", async () => {
  const rep = await aMember(await aWorkspace());
  await noteSearch(rep, "herons");
  const restart = stopClock(new Date(Date.now() + 601_000));
  await noteSearch(rep, "herons");
  restart();
  expect(await listed(rep)).toHaveLength(2);
});
