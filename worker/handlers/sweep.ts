import { endSpentAccess } from "#app/core/domain/rights/private-access.server.ts";
import { checkAllChains } from "#app/core/domain/audit/chain.server.ts";
import { shipLogs } from "#app/core/domain/audit/ship.server.ts";
import { cutOldLogs } from "#app/core/domain/audit/retention.server.ts";
import { forgetGuests } from "#app/core/domain/live/guest.server.ts";
import { requeueLateCopies } from "#app/core/domain/recording/assemble.server.ts";
import { cleanUp, countLexemes } from "#app/core/domain/recording/night.server.ts";
import { markInterrupted, requeueLost } from "#app/core/domain/recording/sweep.server.ts";
import { forgetCodes } from "#app/core/domain/account/night.server.ts";
import { sweepOutbox } from "#app/core/domain/notification/outbox.server.ts";
import { log } from "#app/core/platform/log.server.ts";
import { tellMail } from "../mail-part.ts";
import type { Handlers } from "../handle.ts";
import { removeSpent } from "../remove-spent.ts";

/** Looks for parts that have come, uploads that stopped and stages nobody works on. */
export const sweepMinute: Handlers["sweep.minute"] = async (_payload, { workshop }) => {
  await workshop.refresh();
  await tellMail();
  const interrupted = await markInterrupted();
  const queued = (await requeueLost()) + (await requeueLateCopies()) + (await sweepOutbox());
  await forgetGuests();
  await endSpentAccess();
  await shipLogs();
  if (interrupted + queued > 0) log.info({ interrupted, queued }, "sweep");
};

export const sweepNight: Handlers["sweep.night"] = async () => {
  await cleanUp();
  await removeSpent();
  await countLexemes();
  await forgetCodes();
  const broken = await checkAllChains();
  const cut = await cutOldLogs();
  if (cut > 0) log.info({ entries: cut }, "old log entries went");
  if (broken.length > 0) log.error({ workspaces: broken }, "an audit chain does not hold");
};
