import * as z from "zod";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { Permission } from "#app/core/domain/access/policy/policy.ts";
import { changeDealForm, dealForm, ofDeal } from "#app/core/domain/deal/deal.schema.ts";
import { changeDealSettings } from "#app/core/domain/deal/deal-settings.server.ts";
import {
  deleteDeal,
  editDeal,
  makeDeal,
  restoreDeal,
} from "#app/core/domain/deal/deal-writes.server.ts";
import { checkDeals, importDeals } from "#app/core/domain/deal/import-deals.server.ts";
import { listText } from "#app/core/domain/file-text.server.ts";
import {
  changeStageForm,
  dealSettingsForm,
  moveStageForm,
  ofStage,
  stageForm,
  usualStagesForm,
} from "#app/core/domain/deal/stage.schema.ts";
import {
  archiveStage,
  changeStage,
  makeStage,
  makeUsualStages,
  moveStage,
  restoreStage,
} from "#app/core/domain/deal/stage-writes.server.ts";
import { listFields } from "#app/core/domain/fields.schema.ts";
import { commandsFor } from "./commands.ts";

const { command, commandOn } = commandsFor<Member, Permission, object>();
const onStage = commandOn(ofStage, "stageId");
const onDeal = commandOn(ofDeal, "dealId");

/** A file of deals as text, or as a file that holds it; the file wins. */
const dealsFile = z.object(listFields);

/** What the tab of deals may ask for: everybody's deals as far as they may, and for admins the stages. */
export const dealSettingsCommands = {
  make_deal: command({
    schema: dealForm,
    needs: "deal.make",
    run: async (actor, input) => {
      await makeDeal(actor, input);
      return { facts: { name: input.name } };
    },
  }),
  change_deal: command({
    schema: changeDealForm,
    needs: "deal.list",
    run: (actor, { dealId, ...input }) => editDeal(actor, dealId, input),
  }),
  delete_deal: onDeal("deal.list", deleteDeal),
  restore_deal: onDeal("deal.list", restoreDeal),
  /** What would become of each line; the text stays in the page, so that the second step sends the same one. */
  check_deals: command({
    schema: dealsFile,
    needs: "deal.make",
    run: async (actor, sent) => {
      const text = await listText(sent);
      return { dealCheck: { ...(await checkDeals(actor, text)), text, isDone: false } };
    },
  }),
  import_deals: command({
    schema: dealsFile,
    needs: "deal.make",
    run: async (actor, sent) => {
      const text = await listText(sent);
      const check = await importDeals(actor, text);
      return { dealCheck: { ...check, text, isDone: check.bad === 0 } };
    },
  }),
  make_stage: command({
    schema: stageForm,
    needs: "deal.manage",
    run: async (actor, input) => void (await makeStage(actor, input)),
  }),
  make_usual_stages: command({
    schema: usualStagesForm,
    needs: "deal.manage",
    run: makeUsualStages,
  }),
  change_stage: command({ schema: changeStageForm, needs: "deal.manage", run: changeStage }),
  move_stage: command({ schema: moveStageForm, needs: "deal.manage", run: moveStage }),
  archive_stage: onStage("deal.manage", archiveStage),
  restore_stage: onStage("deal.manage", restoreStage),
  deal_settings: command({
    schema: dealSettingsForm,
    needs: "deal.manage",
    run: changeDealSettings,
  }),
};
