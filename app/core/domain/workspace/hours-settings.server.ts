import { db } from "#app/core/platform/db.server.ts";
import { demand } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import type { HoursView } from "../working-hours.ts";
import { hoursOf } from "../working-hours.schema.ts";
import { changeWorkspaceSettings, getWorkspaceSettings } from "../workspace-settings.server.ts";
import type { HoursChange } from "./workspace.schema.ts";

/** When the workspace works, for who chose no hours of their own, and on which days nobody does. @throws DomainError `forbidden` */
export async function getHoursSettings(actor: Member): Promise<HoursView> {
  demand(actor, "workspace.manage");
  const { hours, holidays, version } = await getWorkspaceSettings(db, actor.workspaceId);
  return { hours, holidays, version };
}

/** Holds for e-mails of notices from now on; those that are due already stay due. @throws DomainError `forbidden`, `conflict` */
export async function changeHoursSettings(actor: Member, input: HoursChange): Promise<void> {
  demand(actor, "workspace.manage");
  const { workspaceId: id } = actor;
  const { holidays, version } = input;
  const hours = hoursOf(input);
  await db.$transaction(async (tx) => {
    const before = {
      hours: await changeWorkspaceSettings(tx, id, { part: "hours", value: hours, seen: version }),
      holidays: await changeWorkspaceSettings(tx, id, {
        ...{ part: "holidays", value: holidays },
        seen: null,
      }),
    };
    await record(
      tx,
      actor,
      "workspace.changed",
      { kind: "workspace", id },
      { before: factsOf(before), after: factsOf({ hours, holidays }) },
    );
  });
}

/** The names of holidays are long; how many there are tells that they changed. */
const factsOf = ({ hours, holidays }: Pick<HoursView, "hours" | "holidays">) => ({
  workingHours: hours,
  holidays: holidays.map(({ date }) => date).join(" "),
});
