import * as z from "zod";
import { termsCsv } from "#app/core/domain/dictionary/terms-file.server.ts";
import { signedIn } from "#app/http/route.server.ts";

/** The terms the reader may know of, as a file that can be imported again. */
export const loader = signedIn(
  "dictionary.list",
  z.object({}),
  async ({ actor }) =>
    new Response(await termsCsv(actor), {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": 'attachment; filename="terms.csv"',
        "Cache-Control": "private, no-store",
      },
    }),
);
