import { json } from "@remix-run/node";
import * as z from "zod";
import { listRecordings } from "#app/core/pages/recordings.server.ts";
import { parseRecordingsQuery } from "#app/core/pages/recordings-query.ts";
import { noteSearch } from "#app/core/domain/audit/note-search.server.ts";
import { timeZoneOf } from "#app/http/language.server.ts";
import { signedIn } from "#app/http/route.server.ts";

/** The list as data: same query, same rights, same numbers (product P15). */
export const loader = signedIn("call.list", z.object({}), async ({ actor, request, search }) => {
  const { query, ignored } = parseRecordingsQuery(search, timeZoneOf(request, actor));
  const { rows, count, next, note } = await listRecordings(actor, query);
  await noteSearch(actor, query);
  return json({ data: rows, count, nextCursor: next, note, ignored });
});
