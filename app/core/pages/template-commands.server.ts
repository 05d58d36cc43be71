import type { Member } from "#app/core/domain/access/actor.ts";
import type { Permission } from "#app/core/domain/access/policy/policy.ts";
import { discardDraft, publishDraft, rollBack } from "#app/core/domain/template/publish.server.ts";
import {
  addSection,
  changeEngine,
  changeRules,
  changeSection,
  moveSection,
  removeSection,
  renameTemplate,
} from "#app/core/domain/template/template-draft.server.ts";
import {
  engineForm,
  moveSectionForm,
  newSectionForm,
  ofSection,
  publishForm,
  renameForm,
  rollBackForm,
  rulesForm,
  sectionForm,
} from "#app/core/domain/template/template-forms.schema.ts";
import { duplicateTemplate } from "#app/core/domain/template/template-writes.server.ts";
import * as z from "zod";
import { tryTemplate } from "#app/core/domain/analysis/test-bench.server.ts";
import { commandsFor } from "./commands.ts";

type Situation = { templateId: number };
const { command, table } = commandsFor<Member, Permission, Situation>();

/** A form of the template whose page it stands on. */
const own = <Schema extends z.ZodObject, Result>(
  schema: Schema,
  run: (actor: Member, templateId: number, input: z.output<Schema>) => Promise<Result>,
) =>
  command({
    schema,
    needs: "template.manage",
    run: (actor: Member, input: z.output<Schema>, { templateId }: Situation) =>
      run(actor, templateId, input),
  });
const nothing = z.object({});

/** What the page of one template may ask for. */
export const templateCommands = table({
  rename: own(renameForm, renameTemplate),
  add_section: own(newSectionForm, addSection),
  change_section: own(sectionForm, changeSection),
  remove_section: own(ofSection, (actor, id, { key }) => removeSection(actor, id, key)),
  move_section: own(moveSectionForm, moveSection),
  change_rules: own(rulesForm, changeRules),
  change_engine: own(engineForm, changeEngine),
  publish: own(publishForm, publishDraft),
  discard: own(nothing, discardDraft),
  roll_back: own(rollBackForm, rollBack),
  /** Draft beside published on past calls that the actor may see. */
  try_template: own(nothing, async (actor, id) => ({ bench: await tryTemplate(actor, id) })),
  duplicate: own(nothing, duplicateTemplate),
});
