import { db } from "#app/core/platform/db.server.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { csvLines } from "../list/list-file.ts";
import { listTerms } from "./term-list.server.ts";
import { COLUMNS } from "./terms-csv.ts";

/** The terms the actor may know of, as `importTerms` reads them; that they leave is in the log. @throws DomainError `forbidden` */
export async function termsCsv(actor: Member): Promise<string> {
  const terms = await listTerms(actor);
  await db.$transaction((tx) =>
    record(tx, actor, "list.exported", undefined, {
      after: { list: "terms", rows: terms.length },
    }),
  );
  const lines = terms.map(({ term, variants, language, category, boost, isCaseSensitive }) => [
    ...[term, variants.join(";"), language, category, boost, isCaseSensitive ? "yes" : "no"],
  ]);
  return csvLines([[...COLUMNS]], true) + csvLines(lines, false);
}
