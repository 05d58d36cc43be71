import { expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { addItem } from "../library/items.server.ts";
import { readLibrary } from "../library/library-reads.server.ts";
import { giveRole, listRoles, previewRole } from "../library/roles.server.ts";
import { aCall, aLibrary, aMember, aTeam, aWorkspace } from "#tests/support/factories.ts";
import { handOver, revokeRights } from "./hand-over.server.ts";

test("who inherits a library has one place in it, and opens what its former owner opened", async () => {
  const workspace = await aWorkspace();
  const [team, away] = [await aTeam(workspace), await aTeam(workspace)];
  const admin = await aMember(workspace, { role: "admin" });
  const owner = await aMember(workspace, { role: "manager", teams: [team], name: "Ivo" });
  const successor = await aMember(workspace, { teams: [away], name: "Aki" });
  const call = await aCall(admin, { teamId: team.id, visibility: "private", durationMs: 60_000 });
  const library = await aLibrary(owner, { kind: "team", teamId: team.id });
  await db.libraryRole.create({
    data: {
      ...{ workspaceId: workspace.id, libraryId: library.id, level: "curator" },
      ...{ id: crypto.randomUUID(), memberId: admin.memberId },
    },
  });
  const wanted = { callId: call.id, clipId: null, folderId: null, t0Ms: null, t1Ms: null, why: "" };
  const gives = 1;
  await addItem(admin, library.id, { ...wanted, gives });
  expect((await readLibrary(owner, library.id)).items).toMatchObject([{ callId: call.id }]);
  const role = { grantee: `member:${successor.memberId}`, level: "curator" as const };
  await giveRole(owner, library.id, { ...role, opens: 0 });
  // The owner may not share the call: it stays closed to a curator.
  expect((await readLibrary(successor, library.id)).items).toMatchObject([{ state: "locked" }]);
  await db.$transaction(async (tx) => {
    await handOver(tx, admin, owner.memberId, successor.memberId);
    await revokeRights(tx, workspace.id, owner.memberId);
  });
  expect((await readLibrary(successor, library.id)).items).toMatchObject([{ callId: call.id }]);
  expect((await listRoles(successor, library.id)).roles.map(({ name }) => name)).not.toContain(
    "Aki",
  );
  expect(await previewRole(successor, library.id, role)).toBeNull();
});
