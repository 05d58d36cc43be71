import type { Member } from "#app/core/domain/access/actor.ts";
import type { FileFormat, ListData } from "#app/core/domain/list/list-data.ts";
import { writeList } from "#app/core/domain/list/list-file.ts";

/** A list as a file, whole, its columns named by their codes. */
export async function listFile<Query, Row, Column extends string>(
  actor: Member,
  list: ListData<Query, Row, Column>,
  query: Query,
  format: FileFormat = "csv",
): Promise<string> {
  const heading = (column: Column): string => column;
  let text = "";
  for await (const piece of await writeList(actor, list, { query, format, heading })) text += piece;
  return text;
}
