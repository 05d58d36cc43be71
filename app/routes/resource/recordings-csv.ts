import * as z from "zod";
import { exportRecordings } from "#app/core/pages/recordings-export.server.ts";
import { parseRecordingsQuery } from "#app/core/pages/recordings-query.ts";
import { noteSearch } from "#app/core/domain/audit/note-search.server.ts";
import { languageOf, timeZoneOf } from "#app/http/language.server.ts";
import { signedIn } from "#app/http/route.server.ts";
import { createServerI18n } from "#app/i18n/i18n.server.ts";

/** What the screen shows, as CSV (product §8.7); `headers=machine` names the columns in English codes. */
export const loader = signedIn("call.list", z.object({}), async ({ actor, request, search }) => {
  const zone = timeZoneOf(request, actor);
  const { query } = parseRecordingsQuery(search, zone);
  const { t } = createServerI18n(await languageOf(request));
  const isMachine = search.get("headers") === "machine";
  const body = await exportRecordings(actor, query, zone, (column) =>
    isMachine ? column : t(`recordings:csv.${column}`),
  );
  await noteSearch(actor, query);
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="recordings.csv"',
    },
  });
});
