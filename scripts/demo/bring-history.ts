import { bringSample } from "#app/core/domain/analysis/sample.server.ts";
import { findMemberActor } from "#app/core/domain/account/member-actor.server.ts";
import { importForm } from "#app/core/domain/recording/upload.schema.ts";
import { db } from "#app/core/platform/db.server.ts";
import { callsOfWeek, historyOwners, WEEKS } from "./history.ts";

const WEEK_MS = 7 * 86_400_000;

/** Midnight of this week's Monday, UTC, in which the demo lives. */
function thisMonday(): Date {
  const at = new Date();
  at.setUTCHours(0, 0, 0, 0);
  return new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * 86_400_000);
}

/**
 * Brings the demo's sample history in: whole weeks, the newest first, so that the pages of figures show something soon.
 * What an earlier start brought stays as it is.
 * @returns how many weeks are there; fewer than all where `isWanted` said no on the way
 */
export async function bringHistory(
  isWanted: () => boolean,
  { weeks = WEEKS, monday = thisMonday() }: { weeks?: number; monday?: Date } = {},
): Promise<number> {
  const people = await db.member.findMany({
    where: { workspace: { isDemo: true, deletedAt: null }, email: { in: historyOwners() } },
    select: { id: true, workspaceId: true, email: true, name: true },
    orderBy: { email: "asc" },
  });
  for (let week = 1; week <= weeks; week += 1)
    for (const person of people) {
      const actor = await findMemberActor(person.workspaceId, person.id);
      if (actor === null) continue; // left the demo
      for (const call of callsOfWeek(person, new Date(monday.getTime() - week * WEEK_MS))) {
        if (!isWanted()) return week - 1;
        const { title, company, startedAt, segments, customer, talkKind } = call;
        const form = importForm.parse({
          ...{ title, company, startedAt, language: "en", visibility: "team", consent: true },
          name: "history.json",
          text: JSON.stringify(segments),
          speakers: [
            { name: person.name, side: "R" },
            { name: customer, side: "C" },
          ],
        });
        await bringSample(actor, form, { talkKind });
      }
    }
  return weeks;
}
