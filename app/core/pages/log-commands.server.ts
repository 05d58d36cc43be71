import * as z from "zod";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { Permission } from "#app/core/domain/access/policy/policy.ts";
import { checkChainFor } from "#app/core/domain/audit/chain.server.ts";
import { keepForm } from "#app/core/domain/audit/retention.schema.ts";
import { keepLogs } from "#app/core/domain/audit/retention.server.ts";
import { commandsFor } from "./commands.ts";

const { command, table } = commandsFor<Member, Permission, object>();

/** What the system log's page may ask for. */
export const logCommands = table({
  /** Follows the whole chain of seals; that somebody asked is an entry itself. */
  check: command({ schema: z.object({}), needs: "systemlog.list", run: checkChainFor }),
  keep: command({ schema: keepForm, needs: "workspace.manage", run: keepLogs }),
});
