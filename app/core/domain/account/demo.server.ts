import { setTimeout as sleep } from "node:timers/promises";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { deleteTenantRows } from "#app/core/platform/tenant-rows.server.ts";
import { asSystem, type Role } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { insertDefaultTrackers } from "../tracker/tracker-writes.server.ts";
import { DEMO_PASSWORD } from "./demo-sign-ins.server.ts";
import { hashPassword } from "./password.server.ts";

type Person = { name: string; email: string; role: Role; team: "Freight" | "Platform" | null };

/** Two teams of six who sell (decisions §11), and an admin in neither. */
const PEOPLE: readonly Person[] = [
  { name: "Mari Kato", email: "rep@demo.test", role: "rep", team: "Freight" },
  { name: "Ivo Lund", email: "manager@demo.test", role: "manager", team: "Freight" },
  { name: "Sena Brandt", email: "admin@demo.test", role: "admin", team: null },
  { name: "Theo Sand", email: "theo@demo.test", role: "rep", team: "Freight" },
  { name: "Rui Abe", email: "rui@demo.test", role: "rep", team: "Platform" },
  { name: "Nadia Holm", email: "nadia@demo.test", role: "rep", team: "Platform" },
  { name: "Otis Grant", email: "otis@demo.test", role: "manager", team: "Platform" },
  { name: "Lena Fox", email: "lena@demo.test", role: "rep", team: "Freight" },
  { name: "Ana Ruiz", email: "ana@demo.test", role: "rep", team: "Freight" },
  { name: "Jonas Beck", email: "jonas@demo.test", role: "rep", team: "Freight" },
  { name: "Kei Mori", email: "kei@demo.test", role: "rep", team: "Platform" },
  { name: "Priya Nair", email: "priya@demo.test", role: "rep", team: "Platform" },
  { name: "Milo Stark", email: "milo@demo.test", role: "rep", team: "Platform" },
];

export type DemoWorkspace = {
  workspaceId: string;
  isNew: boolean;
  signIns: { email: string; password: string; role: Role }[];
};

/** The demo's workspace with its people; made once. */
export async function createDemoWorkspace(): Promise<DemoWorkspace> {
  const signIns = PEOPLE.slice(0, 3).map(({ email, role }) => ({
    email,
    role,
    password: DEMO_PASSWORD,
  }));
  const known = await db.workspace.findFirst({
    where: { isDemo: true, deletedAt: null },
    select: { id: true },
  });
  if (known) return { workspaceId: known.id, isNew: false, signIns };

  const password = await hashPassword(DEMO_PASSWORD);
  const workspaceId = newId();
  await db.$transaction(async (tx) => {
    await tx.workspace.create({
      data: {
        id: workspaceId,
        slug: `demo-${workspaceId.slice(-6)}`,
        name: "Kestrel Freight",
        languages: ["en", "ja"],
        timeZone: "UTC",
        isDemo: true,
      },
      select: { id: true },
    });
    await insertDefaultTrackers(tx, workspaceId);
    const teams = { Freight: newId(), Platform: newId() };
    for (const [name, id] of Object.entries(teams))
      await tx.team.create({ data: { id, workspaceId, name }, select: { id: true } });
    for (const person of PEOPLE)
      await addPerson(tx, workspaceId, person, person.team && teams[person.team], password);
    await record(tx, asSystem(workspaceId, "demo"), "demo.created");
  });
  return { workspaceId, isNew: true, signIns };
}

async function addPerson(
  tx: Tx,
  workspaceId: string,
  { name, email, role }: Person,
  teamId: string | null,
  password: string,
): Promise<void> {
  const memberId = newId();
  await tx.member.create({
    data: {
      id: memberId,
      workspaceId,
      name,
      nameOrder: "given_first",
      email,
      role,
      state: "active",
      primaryTeamId: teamId,
      isRecordable: true,
      activeAt: new Date(),
    },
    select: { id: true },
  });
  if (teamId !== null)
    await tx.teamMember.createMany({ data: [{ workspaceId, teamId, memberId }] });
  await tx.identity.create({
    data: { id: newId(), workspaceId, memberId, email, password, verifiedAt: new Date() },
    select: { id: true },
  });
}

/** They are of the workspace, and not of the demo in it. */
const LOGS = new Set(["audit_entry", "audit_head", "audit_seal", "audit_shipment"]);

/**
 * Takes the whole demo away: its sign-ins, calls, words and files. Rows of the audit logs stay, as in
 * every workspace; they name nobody.
 * @returns how many calls went
 */
export async function removeDemo(): Promise<number> {
  const found = await db.workspace.findMany({
    where: { isDemo: true, deletedAt: null },
    select: { id: true },
  });
  let calls = 0;
  for (const { id: workspaceId } of found) {
    calls += await db.call.count({ where: { workspaceId } });
    await retried(() => removeRows(workspaceId));
    await blobs().deleteFolder(workspaceId);
  }
  return calls;
}

const removeRows = (workspaceId: string): Promise<void> =>
  db.$transaction(
    async (tx) => {
      // What is just coming in is waited for, and what comes later finds none of its people.
      await tx.$queryRaw`SELECT 1 FROM workspace WHERE id = ${workspaceId}::uuid FOR UPDATE`;
      await record(tx, asSystem(workspaceId, "demo"), "demo.removed");
      await deleteTenantRows(tx, workspaceId, LOGS);
      await tx.workspace.update({
        where: { id: workspaceId },
        data: { deletedAt: new Date(), name: "Demo" },
        select: { id: true },
      });
    },
    { timeout: 60_000 },
  );

const TRIES = 3;
const BETWEEN_TRIES_MS = 1_000;

/** A job may have referred to rows that were about to go: it has stopped by the next try. */
async function retried(run: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      await run();
      return;
    } catch (error) {
      if (tries === TRIES) throw error;
      await sleep(BETWEEN_TRIES_MS);
    }
}
