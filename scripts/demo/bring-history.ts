import {
  bringSample,
  findBroughtSamples,
  queueHistory,
  sampleKey,
} from "#app/core/domain/analysis/sample.server.ts";
import { findMemberActor } from "#app/core/domain/account/member-actor.server.ts";
import { importForm } from "#app/core/domain/recording/upload.schema.ts";
import { db } from "#app/core/platform/db.server.ts";
import {
  historyOwners,
  mondayOf,
  planHistory,
  type PlannedCall,
  type Seller,
  segmentsOf,
} from "./history.ts";

type Asked = { workspaceId: string; monday: string; weeks: number };
type Person = Seller & { id: string };

/**
 * Queues the sample history of the demo, where it is not whole yet.
 * @returns whether it is
 */
export async function askForHistory(weeks: number): Promise<boolean> {
  const demo = await db.workspace.findFirst({
    where: { isDemo: true, deletedAt: null },
    select: { id: true },
  });
  if (!demo || weeks === 0) return true;
  const asked = { workspaceId: demo.id, monday: dayOf(mondayOf(new Date())), weeks };
  const { all, left } = await findLeft(asked);
  if (left.length === 0) return true;
  await db.$transaction((tx) => queueHistory(tx, { ...asked, total: all }));
  return false;
}

/**
 * Brings up to `most` calls that are not here yet, the newest week first.
 * @returns how many are still to come; 0 where the demo is gone
 */
export async function bringHistory(
  asked: Asked,
  { most, isWanted }: { most: number; isWanted: () => boolean },
): Promise<number> {
  const { left, people } = await findLeft(asked);
  const members = new Map(people.map(({ name, id }) => [name, id]));
  for (const call of left.slice(0, most)) {
    if (!isWanted()) break;
    const owner = people.find(({ email }) => email === call.owner.email);
    const actor = owner && (await findMemberActor(asked.workspaceId, owner.id));
    if (!actor) return 0;
    await bringSample(actor, formOf(call), { talkKind: call.talkKind, members });
  }
  return Math.max(0, left.length - most);
}

async function findLeft({ workspaceId, monday, weeks }: Asked) {
  const people = await findSellers(workspaceId);
  const planned = planHistory(people, { weeks, monday: new Date(monday) });
  const known = await findBroughtSamples(workspaceId);
  const ids = new Map(people.map(({ email, id }) => [email, id]));
  const left = planned.filter(
    ({ owner, startedAt }) => !known.has(sampleKey(ids.get(owner.email) ?? "", startedAt)),
  );
  return { people, left, all: planned.length };
}

async function findSellers(workspaceId: string): Promise<Person[]> {
  const found = await db.member.findMany({
    where: {
      ...{ workspaceId, workspace: { isDemo: true, deletedAt: null }, state: "active" },
      email: { in: historyOwners() },
    },
    select: { id: true, email: true, name: true, primaryTeamId: true },
    orderBy: { email: "asc" },
  });
  return found.map(({ primaryTeamId: teamId, ...person }) => ({ ...person, teamId }));
}

function formOf(call: PlannedCall) {
  const { title, company, startedAt, language, customer, owner, colleague } = call;
  return importForm.parse({
    ...{ title, company, startedAt, language, visibility: "team", consent: true },
    name: "history.json",
    text: JSON.stringify(segmentsOf(call)),
    speakers: [
      ...[owner, ...(colleague ? [colleague] : [])].map(({ name }) => ({ name, side: "R" })),
      { name: customer, side: "C" },
    ],
  });
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
