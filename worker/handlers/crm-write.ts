import { executeWrite } from "#app/core/domain/crm/execute.server.ts";
import { executeRevert } from "#app/core/domain/crm/revert.server.ts";
import { VENDORS } from "#app/core/integrations/registry.server.ts";
import type { Handlers } from "../handle.ts";

/** One change of one field, into its CRM or out of it. */
export const crmWrite: Handlers["crm.write"] = ({ act, round, ...job }) =>
  act === "write" ? executeWrite(VENDORS, job) : executeRevert(VENDORS, job, round);
