import * as z from "zod";
import { csvLines } from "#app/core/domain/list/list-file.ts";
import { readWaiting } from "#app/core/domain/viewing/viewing-reads.server.ts";
import { attachment } from "#app/http/attachment.server.ts";
import { languageOf } from "#app/http/language.server.ts";
import { signedIn } from "#app/http/route.server.ts";
import { createServerI18n } from "#app/i18n/i18n.server.ts";

const COLUMNS = ["person", "state", "heard", "total", "due"] as const;

/** Who has not heard yet what they are to hear of a library, as a table. */
export const loader = signedIn(
  "library.require",
  z.object({ libraryId: z.uuid(), requiredId: z.uuid() }),
  async ({ actor, params, request, search }) => {
    const waiting = await readWaiting(actor, params.libraryId, params.requiredId);
    const { t } = createServerI18n(await languageOf(request));
    const isMachine = search.get("headers") === "machine";
    const head = COLUMNS.map((name) => (isMachine ? name : t(`library:viewing.column.${name}`)));
    const lines = waiting.people.map(({ name, state, heard, total }) => [
      ...[name, isMachine ? state : t(`library:viewing.state.${state}`)],
      ...[heard, total, waiting.dueOn],
    ]);
    return new Response(csvLines([head, ...lines], true), {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": attachment(`${waiting.library}.csv`),
        "Cache-Control": "private, no-store",
      },
    });
  },
);
