import { can } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { liveAvailability } from "#app/core/domain/live/availability.server.ts";
import { listComponents } from "#app/core/domain/component/component-status.server.ts";
import { listRecordings, type RecordingsPage } from "./recordings.server.ts";
import { parseRecordingsQuery } from "./recordings-query.ts";

/** Five of each, the rest behind "See all" (product §10.1). */
const MOST = 5;

/** A few calls of a list, as its own page shows them first, and how many there are (up to 1,001). */
function firstOf(actor: Member, search: string): Promise<RecordingsPage> {
  const { query } = parseRecordingsQuery(new URLSearchParams(`${search}&limit=${MOST}`));
  return listRecordings(actor, query);
}

/** Everything Home shows: what needs the actor, what is on its way, what is ready, the parts for who keeps them, and the demo's call. */
export async function getHome(actor: Member) {
  const [needs, running, recent, components, live] = await Promise.all([
    firstOf(actor, "show=needs-you"),
    firstOf(actor, "show=in-progress"),
    firstOf(actor, "state=ready&state=ready_partial"),
    listComponents(),
    liveAvailability(),
  ]);
  return {
    needs: { rows: needs.rows, count: needs.count },
    running: { rows: running.rows, count: running.count },
    recent: recent.rows,
    components: can(actor, "parts.read") ? components : [],
    demoCall: actor.isDemo && can(actor, "live.start") ? live : null,
  };
}
