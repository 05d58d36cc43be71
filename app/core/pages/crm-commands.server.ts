import type { Member } from "#app/core/domain/access/actor.ts";
import type { Permission } from "#app/core/domain/access/policy/policy.ts";
import {
  acceptAllForm,
  acceptForm,
  acceptOf,
  ofWriteForm,
} from "#app/core/domain/crm/crm.schema.ts";
import {
  acceptAll,
  acceptWrite,
  proposeAgain,
  recheckWrite,
  rejectWrite,
  resendWrite,
} from "#app/core/domain/crm/decide.server.ts";
import { forceRevert, keepWrite, revertWrite } from "#app/core/domain/crm/revert.server.ts";
import { VENDORS } from "#app/core/integrations/registry.server.ts";
import { commandsFor } from "./commands.ts";

const { command, table } = commandsFor<Member, Permission, { callId: string }>();

/** What may be done about the changes that a call proposes to CRMs. */
export const crmCommands = table({
  accept: command({
    schema: acceptForm,
    needs: "crm.review",
    run: (actor, input, { callId }) => acceptWrite(actor, callId, acceptOf(input)),
  }),
  accept_all: command({
    schema: acceptAllForm,
    needs: "crm.review",
    run: (actor, input, { callId }) => acceptAll(actor, callId, input),
  }),
  reject: command({
    schema: ofWriteForm,
    needs: "crm.review",
    run: (actor, input, { callId }) => rejectWrite(actor, callId, input),
  }),
  resend: command({
    schema: ofWriteForm,
    needs: "crm.review",
    run: (actor, input, { callId }) => resendWrite(actor, callId, input),
  }),
  recheck: command({
    schema: ofWriteForm,
    needs: "crm.review",
    run: (actor, input, { callId }) => recheckWrite(actor, callId, input),
  }),
  propose_again: command({
    schema: ofWriteForm,
    needs: "crm.review",
    run: (actor, input, { callId }) => proposeAgain(actor, callId, input),
  }),
  revert: command({
    schema: ofWriteForm,
    needs: "crm.revert",
    run: (actor, input, { callId }) => revertWrite(VENDORS, actor, callId, input),
  }),
  force_revert: command({
    schema: acceptForm,
    needs: "crm.revert",
    run: (actor, input, { callId }) => forceRevert(VENDORS, actor, callId, acceptOf(input)),
  }),
  keep: command({
    schema: ofWriteForm,
    needs: "crm.revert",
    run: (actor, input, { callId }) => keepWrite(actor, callId, input),
  }),
});
