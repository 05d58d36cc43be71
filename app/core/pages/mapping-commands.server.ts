import * as z from "zod";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { Permission } from "#app/core/domain/access/policy/policy.ts";
import { startBulk } from "#app/core/domain/bulk/start.server.ts";
import { findMappedPast } from "#app/core/domain/mapping/past-calls.server.ts";
import {
  changeMappingForm,
  changeRowForm,
  newRowForm,
  ofRow,
  runPastForm,
  useFieldForm,
} from "#app/core/domain/mapping/mapping-forms.schema.ts";
import {
  addRow,
  changeMapping,
  changeRow,
  type MappingPlace,
  removeRow,
  useField,
} from "#app/core/domain/mapping/mapping-writes.server.ts";
import { commandsFor } from "./commands.ts";
import { type MappingAddress, placeOf, refreshFields } from "./mapping-place.server.ts";

const { command, table } = commandsFor<Member, Permission, MappingAddress>();

/** A form of the mapping whose page it stands on. */
const own = <Schema extends z.ZodObject, Result>(
  schema: Schema,
  run: (actor: Member, place: MappingPlace, input: z.output<Schema>) => Promise<Result>,
) =>
  command({
    schema,
    needs: "template.manage",
    run: (actor: Member, input: z.output<Schema>, address: MappingAddress) =>
      run(actor, placeOf(actor, address), input),
  });

/** What the page of one mapping may ask for. */
export const mappingCommands = table({
  add_row: own(newRowForm, addRow),
  change_row: own(changeRowForm, changeRow),
  use_field: own(useFieldForm, useField),
  remove_row: own(ofRow, removeRow),
  change_mapping: own(changeMappingForm, changeMapping),
  run_past: command({
    schema: runPastForm,
    needs: "template.manage",
    run: async (actor: Member, { latest }, { templateId }: MappingAddress) => {
      const callIds = await findMappedPast(actor, templateId, latest);
      return startBulk(actor, { kind: "propose" }, { callIds, isAll: true });
    },
  }),
  refresh_fields: command({
    schema: z.object({}),
    needs: "template.manage",
    run: (actor: Member, _, address: MappingAddress) => refreshFields(actor, address),
  }),
});
