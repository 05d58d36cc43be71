import { endExpiredAccess } from "#app/core/domain/rights/private-access.server.ts";
import { removeOldCare } from "#app/core/domain/care/team-care.server.ts";
import {
  deleteExpiredCodes,
  deleteExpiredPreSessions,
} from "#app/core/domain/account/nightly-cleanup.server.ts";
import { deleteOldBulkRuns, requeueBulkRuns } from "#app/core/domain/bulk/upkeep.server.ts";
import {
  deleteUnnamedCuts,
  requeueCuts,
  requeueOutputs,
} from "#app/core/domain/cut/upkeep.server.ts";
import { deleteEndedTokens } from "#app/core/domain/embed/embed-keys.server.ts";
import { deleteOldRefusals } from "#app/core/domain/embed/refused-sites.server.ts";
import { remindOfEnds } from "#app/core/domain/share/ending.server.ts";
import { deleteOldCounts } from "#app/core/domain/dictionary/suggestion.server.ts";
import { removeDeletedClips } from "#app/core/domain/share/removed-clips.server.ts";
import { emptyRevokedCuts } from "#app/core/domain/share/revoked-cuts.server.ts";
import { deleteOldVisits, deleteUnusedVisits } from "#app/core/domain/share/visit.server.ts";
import { checkAllChains } from "#app/core/domain/audit/chain.server.ts";
import {
  expireWrites,
  followRules,
  recheckBlocked,
  requeueWrites,
} from "#app/core/domain/crm/upkeep.server.ts";
import { refreshDueDeals } from "#app/core/domain/crm/refresh-deals.server.ts";
import { cutOldLogs } from "#app/core/domain/audit/retention.server.ts";
import { shipLogs } from "#app/core/domain/audit/ship.server.ts";
import { deleteOldTrials, requeueLostRuns } from "#app/core/domain/analysis/runs-upkeep.server.ts";
import { requeueOldNumbers } from "#app/core/domain/analysis/renew.server.ts";
import { checkDueConnections } from "#app/core/domain/connection/health.server.ts";
import { remindOfBroken } from "#app/core/domain/connection/remind.server.ts";
import { VENDORS } from "#app/core/integrations/registry.server.ts";
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
import { deleteJoinedPieces } from "#app/core/domain/recording/recorder-join.server.ts";
import {
  finishAbandoned,
  remindOfLeft,
} from "#app/core/domain/recording/recorder-finish.server.ts";
import { releaseHeld } from "#app/core/domain/recording/held-copies.server.ts";
import { markInterrupted, requeueLost } from "#app/core/domain/recording/sweep.server.ts";
import { sendDueNotices } from "#app/core/domain/mailing/notice-emails.server.ts";
import { deleteOldNotices } from "#app/core/domain/notification/inbox.server.ts";
import { notifyWorkspaceAdmins } from "#app/core/domain/notification/notify-members.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { sendDueDigests } from "#app/core/pages/view-digest.server.ts";
import { followViewings } from "#app/core/domain/viewing/follow-viewings.server.ts";
import { log } from "#app/core/platform/log.server.ts";
import { saveMailStatus } from "../mail-status.ts";
import { watchStorage } from "./watch-storage.ts";
import { removeExpiredFolders } from "./remove-expired-folders.ts";
import type { Sweep } from "./run-sweeps.ts";
import { writeStaleEntries } from "#app/core/domain/search/index.server.ts";

/** A broken chain is an error of the log besides the entry each night and the notice to its admins: it may be somebody else who reads the log. */
async function checkChains(): Promise<number> {
  const broken = await checkAllChains();
  const workspaces = broken.map(({ workspaceId }) => workspaceId);
  if (workspaces.length > 0) log.error({ workspaces }, "an audit chain does not hold");
  for (const { workspaceId, ...values } of broken)
    await db.$transaction((tx) =>
      notifyWorkspaceAdmins(tx, workspaceId, { kind: "chain_check_failed", values }),
    );
  return broken.length;
}

/** All sweeps, in the order in which they run: programs are looked for before the stages that wait for them, and files go after the rows that named them. */
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
  { name: "upload.release", every: "minute", run: () => releaseHeld() },
  { name: "recording.requeue", every: "minute", run: requeueLateCopies },
  { name: "metrics.requeue", every: "minute", run: requeueOldNumbers },
  { name: "summary.requeue", every: "minute", run: requeueLostRuns },
  { name: "cut.requeue", every: "minute", run: requeueCuts },
  { name: "clip.requeue", every: "minute", run: requeueOutputs },
  { name: "search.index", every: "minute", run: writeStaleEntries },
  { name: "bulk.requeue", every: "minute", run: requeueBulkRuns },
  {
    name: "connection.check",
    every: "minute",
    run: () => checkDueConnections(VENDORS),
  },
  { name: "crm.requeue", every: "minute", run: requeueWrites },
  { name: "crm.recheck", every: "minute", run: recheckBlocked },
  { name: "crm.follow", every: "minute", run: followRules },
  { name: "deal.refresh", every: "minute", run: () => refreshDueDeals(VENDORS) },
  { name: "crm.expire", every: "minute", run: expireWrites },
  { name: "part.storage", every: "minute", run: () => watchStorage() },
  { name: "notice.mail", every: "minute", run: sendDueNotices },
  { name: "viewing.follow", every: "minute", run: followViewings },
  { name: "view.mail", every: "minute", run: sendDueDigests },
  { name: "mail.requeue", every: "minute", run: requeueEmails },
  { name: "mail.delete", every: "minute", run: deleteOldEmails },
  { name: "guest.delete", every: "minute", run: deleteExpiredGuests },
  { name: "private_access.end", every: "minute", run: endExpiredAccess },
  { name: "log.ship", every: "minute", run: shipLogs },

  { name: "upload.expire", every: "night", run: expireUploads },
  { name: "recorder.finish", every: "night", run: finishAbandoned },
  { name: "recorder.remind", every: "night", run: remindOfLeft },
  { name: "piece.delete", every: "night", run: deleteJoinedPieces },
  { name: "session.delete", every: "night", run: deleteExpiredSessions },
  { name: "rate_limit.delete", every: "night", run: deleteExpiredRateLimits },
  { name: "blob.delete", every: "night", run: deleteUnnamedFiles },
  { name: "visit.delete", every: "night", run: deleteUnusedVisits },
  { name: "view_log.delete", every: "night", run: deleteOldVisits },
  { name: "share.empty", every: "night", run: emptyRevokedCuts },
  { name: "suggestion.delete", every: "night", run: deleteOldCounts },
  { name: "embed_token.delete", every: "night", run: deleteEndedTokens },
  { name: "embed_refusal.delete", every: "night", run: deleteOldRefusals },
  { name: "clip.delete", every: "night", run: removeDeletedClips },
  { name: "cut.delete", every: "night", run: deleteUnnamedCuts },
  { name: "recorder.delete", every: "night", run: removeExpiredFolders },
  { name: "trial.delete", every: "night", run: deleteOldTrials },
  { name: "lexeme.count", every: "night", run: countLexemes },
  { name: "code.delete", every: "night", run: deleteExpiredCodes },
  { name: "notice.delete", every: "night", run: deleteOldNotices },
  { name: "pre_session.delete", every: "night", run: deleteExpiredPreSessions },
  { name: "connection.remind", every: "night", run: remindOfBroken },
  { name: "share.remind", every: "night", run: remindOfEnds },
  { name: "bulk.delete", every: "night", run: deleteOldBulkRuns },
  { name: "log.check", every: "night", run: checkChains },
  { name: "log.cut", every: "night", run: cutOldLogs },
  { name: "care.delete", every: "night", run: removeOldCare },
];
