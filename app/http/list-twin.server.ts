import { Readable } from "node:stream";
import { json } from "@remix-run/node";
import type { FileFormat, ListData } from "#app/core/domain/list/list-data.ts";
import { writeList } from "#app/core/domain/list/list-file.ts";
import { createServerI18n } from "#app/i18n/i18n.server.ts";
import { attachment } from "./attachment.server.ts";
import { languageOf, timeZoneOf } from "./language.server.ts";
import { respondWith } from "./node-body.server.ts";
import type { SignedIn } from "./route.server.ts";

const MIME = {
  csv: "text/csv; charset=utf-8",
  json: "application/json; charset=utf-8",
  jsonl: "application/x-ndjson; charset=utf-8",
};
type Translate = ReturnType<typeof createServerI18n>["t"];
/** What a column is called in the reader's language. */
export type Titled<Column> = (t: Translate, column: Column) => string;

/**
 * Answers for the addresses beside a list's screen; how they end says what is wanted: `json` is the page as data,
 * `csv` and `jsonl` are a file of everything from that page on, and so is `json` of a list without pages. `headers=machine` names a CSV's columns in codes.
 * @param title of a column in the reader's language
 */
export const listTwin =
  <Query, Row, Column extends string>(list: ListData<Query, Row, Column>, title: Titled<Column>) =>
  async ({ actor, request, search, closed }: SignedIn<unknown>): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const { query, ignored } = await list.parse(search, timeZoneOf(request, actor), actor);
    if (list.page && pathname.endsWith("json")) {
      const { rows, count, next, note } = await list.page(actor, query);
      return json({ data: rows, count, nextCursor: next, note, ignored });
    }
    const format: FileFormat =
      (["jsonl", "json"] as const).find((ending) => pathname.endsWith(ending)) ?? "csv";
    const { t } = createServerI18n(await languageOf(request));
    const isMachine = search.get("headers") === "machine";
    const heading = (column: Column): string => (isMachine ? column : title(t, column));
    const text = untilClosed(await writeList(actor, list, { query, format, heading }), closed);
    return respondWith(Readable.from(text, { objectMode: false }), {
      headers: {
        "Content-Type": MIME[format],
        "Content-Disposition": attachment(`${list.name}.${format}`),
      },
    });
  };

/** Whoever goes away takes no more, and nothing more is read for them. */
async function* untilClosed(text: AsyncIterable<string>, closed: AbortSignal) {
  for await (const piece of text) {
    if (closed.aborted) return;
    yield piece;
  }
}
