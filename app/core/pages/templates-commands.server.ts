import type { Member } from "#app/core/domain/access/actor.ts";
import type { Permission } from "#app/core/domain/access/policy/policy.ts";
import {
  importTemplateForm,
  moveTemplateForm,
  newTemplateForm,
  ofTemplate,
} from "#app/core/domain/template/template-forms.schema.ts";
import {
  archiveTemplate,
  duplicateTemplate,
  importTemplate,
  makeTemplate,
  moveTemplate,
  restoreTemplate,
} from "#app/core/domain/template/template-writes.server.ts";
import { commandsFor } from "./commands.ts";

const { command, table } = commandsFor<Member, Permission, object>();
const needs = "template.manage";
const onTemplate = <Result>(run: (actor: Member, id: number) => Promise<Result>) =>
  command({ schema: ofTemplate, needs, run: (actor, { templateId }) => run(actor, templateId) });

/** What the list of templates may ask for. */
export const templatesCommands = table({
  make_template: command({ schema: newTemplateForm, needs, run: makeTemplate }),
  duplicate_template: onTemplate(duplicateTemplate),
  import_template: command({ schema: importTemplateForm, needs, run: importTemplate }),
  move_template: command({ schema: moveTemplateForm, needs, run: moveTemplate }),
  archive_template: onTemplate(archiveTemplate),
  restore_template: onTemplate(restoreTemplate),
});
