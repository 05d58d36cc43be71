import { endExpiredAccess } from "#app/core/domain/rights/private-access.server.ts";
import {
  deleteExpiredCodes,
  deleteExpiredPreSessions,
} from "#app/core/domain/account/nightly-cleanup.server.ts";
import { checkAllChains } from "#app/core/domain/audit/chain.server.ts";
import { cutOldLogs } from "#app/core/domain/audit/retention.server.ts";
import { shipLogs } from "#app/core/domain/audit/ship.server.ts";
import { requeueOldNumbers } from "#app/core/domain/analysis/renew.server.ts";
import { deleteExpiredGuests } from "#app/core/domain/live/guest.server.ts";
import { deleteOldEmails, requeueEmails } from "#app/core/domain/notification/outbox.server.ts";
import { requeueLateCopies } from "#app/core/domain/recording/assemble.server.ts";
import {
  countLexemes,
  expireUploads,
  deleteExpiredRateLimits,
  deleteExpiredSessions,
  deleteUnnamedFiles,
} from "#app/core/domain/recording/nightly-cleanup.server.ts";
import { markInterrupted, requeueLost } from "#app/core/domain/recording/sweep.server.ts";
import { log } from "#app/core/platform/log.server.ts";
import { saveMailStatus } from "../mail-status.ts";
import { removeExpiredFolders } from "./remove-expired-folders.ts";
import type { Sweep } from "./run-sweeps.ts";
import { writeStaleEntries } from "#app/core/domain/search/index.server.ts";

/** A broken chain is an error of the log besides the entry each night: it may be somebody else who reads the log. */
async function checkChains(): Promise<number> {
  const workspaces = await checkAllChains();
  if (workspaces.length > 0) log.error({ workspaces }, "an audit chain does not hold");
  return workspaces.length;
}

/** All sweeps, in the order in which they run: programs are looked for before the stages that wait for them. */
export const SWEEPS: readonly Sweep[] = [
  { name: "part.look", every: "minute", run: async (context) => Number(await context.refresh()) },
  {
    name: "part.mail",
    every: "minute",
    run: async () => {
      await saveMailStatus();
      return 0;
    },
  },
  { name: "upload.interrupt", every: "minute", run: markInterrupted },
  { name: "stage.requeue", every: "minute", run: requeueLost },
  { name: "recording.requeue", every: "minute", run: requeueLateCopies },
  { name: "metrics.requeue", every: "minute", run: requeueOldNumbers },
  { name: "search.index", every: "minute", run: writeStaleEntries },
  { name: "mail.requeue", every: "minute", run: requeueEmails },
  { name: "mail.delete", every: "minute", run: deleteOldEmails },
  { name: "guest.delete", every: "minute", run: deleteExpiredGuests },
  { name: "private_access.end", every: "minute", run: endExpiredAccess },
  { name: "log.ship", every: "minute", run: shipLogs },

  { name: "upload.expire", every: "night", run: expireUploads },
  { name: "session.delete", every: "night", run: deleteExpiredSessions },
  { name: "rate_limit.delete", every: "night", run: deleteExpiredRateLimits },
  { name: "blob.delete", every: "night", run: deleteUnnamedFiles },
  { name: "recorder.delete", every: "night", run: removeExpiredFolders },
  { name: "lexeme.count", every: "night", run: countLexemes },
  { name: "code.delete", every: "night", run: deleteExpiredCodes },
  { name: "pre_session.delete", every: "night", run: deleteExpiredPreSessions },
  { name: "log.check", every: "night", run: checkChains },
  { name: "log.cut", every: "night", run: cutOldLogs },
];
