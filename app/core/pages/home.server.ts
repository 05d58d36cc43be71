import { listChanges } from "#app/core/domain/crm/list-writes.server.ts";
import { listBrokenCrms } from "#app/core/domain/crm/live-connections.server.ts";
import { CRM_TABS, type CrmChanges } from "#app/core/domain/crm/crm-views.ts";
import { VENDORS } from "#app/core/integrations/registry.server.ts";
import { can } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { liveAvailability } from "#app/core/domain/live/availability.server.ts";
import { listComponents } from "#app/core/domain/component/component-status.server.ts";
import { listOwnViewings } from "#app/core/domain/viewing/viewing-reads.server.ts";
import { getHomeMetrics, metricChoices } from "./home-metrics.server.ts";
import { listQueue } from "./home-queue.server.ts";
import { countQueue } from "./home-queue-sql.server.ts";
import { getHomeSteps } from "./home-steps.server.ts";
import type { HomeItem } from "./home-views.ts";
import { listRecordings, type RecordingsPage } from "./recordings.server.ts";
import { parseRecordingsQuery } from "./recordings-query.ts";
import { getSevenDays } from "./seven-days.server.ts";

/** Five of each, the rest behind "See all" (product §10.1). */
const MOST = 5;
/** Of a kind, where all are asked for. */
const MOST_OF_ALL = 100;

/** A few calls of a list, as its own page shows them first, and how many there are (up to 1,001). */
function firstOf(actor: Member, search: string, most = MOST): Promise<RecordingsPage> {
  const { query } = parseRecordingsQuery(new URLSearchParams(`${search}&limit=${most}`));
  return listRecordings(actor, query);
}

/** Changes of CRMs, where the address asks for them: then Home shows nothing else. */
export async function getCrmPanel(
  actor: Member,
  search: URLSearchParams,
): Promise<CrmChanges | null> {
  if (search.get("panel") !== "crm") return null;
  const tab = CRM_TABS.find((one) => one === search.get("tab")) ?? "waiting";
  return listChanges(VENDORS, actor, tab);
}

/**
 * Everything Home shows: what needs the actor, what is on its way, what is ready, their three numbers, first steps, the
 * parts for who keeps them, how far the calls of the last days came, and the demo's call.
 * @param zone of the reader, an IANA name
 */
export async function getHome(actor: Member, search: URLSearchParams, zone = "UTC") {
  const isAll = search.get("show") === "all";
  const open = search.get("open");
  const most = isAll || open !== null ? MOST_OF_ALL : MOST;
  const [
    queue,
    waiting,
    stopped,
    running,
    recent,
    components,
    live,
    metrics,
    steps,
    viewings,
    crms,
    sevenDays,
  ] = await Promise.all([
    listQueue(actor, most),
    countQueue(actor),
    firstOf(actor, "show=needs-you", most),
    firstOf(actor, "show=in-progress"),
    firstOf(actor, "state=ready&state=ready_partial"),
    listComponents(),
    liveAvailability(),
    getHomeMetrics(actor),
    getHomeSteps(actor),
    listOwnViewings(actor),
    can(actor, "connection.manage") ? listBrokenCrms(actor.workspaceId) : ([] as string[]),
    getSevenDays(actor, zone),
  ]);
  const failed = stopped.rows.map((row): HomeItem => {
    const at = row.startedAt ?? new Date(0).toISOString();
    return { kind: "failed", key: `failed-${row.callId}`, at, row };
  });
  const items = [...queue, ...failed];
  return {
    needs: {
      // The one that is opened is there, however many wait before it.
      items: isAll ? items : items.filter(({ key }, n) => n < MOST || key === open),
      count: waiting + stopped.count,
      isAll,
    },
    /** What of libraries the actor is to hear by a day, the next one first. */
    viewings: viewings.slice(0, MOST),
    /** The row that the address opens. */
    open,
    running: { rows: running.rows, count: running.count },
    recent: recent.rows,
    /** Nothing but the actor's own is among them. */
    isRecentOwn: recent.rows.every(({ owner }) => owner.id === actor.memberId),
    components: can(actor, "parts.read") ? components : [],
    /** CRMs that have to be connected again, for who can. */
    brokenCrms: crms,
    /** Null for who does not look after the parts. */
    sevenDays,
    demoCall: actor.isDemo && can(actor, "live.start") ? live : null,
    metrics,
    metricChoices: metricChoices(),
    steps,
  };
}
