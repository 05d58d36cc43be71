import type { ListData } from "../list/list-data.ts";
import type { BulkRowView } from "./bulk-views.ts";
import { outcomeKey } from "./outcomes.ts";
import { openBulkRows } from "./runs.server.ts";

/** What a result is told in: the reader's words, or codes for programs. */
type Say = (outcome: string | null) => string;
export type ResultColumn = "n" | "title" | "call_id" | "outcome" | "result";

/** What came of each call of a run, as a file. @param isOpen it goes on */
export const bulkResultData = (
  runId: string,
  { say, isOpen }: { say: Say; isOpen: boolean },
): ListData<null, BulkRowView, ResultColumn> => ({
  name: "result",
  parse: () => ({ query: null, ignored: [] }),
  page: null,
  columns: {
    n: ({ ord }) => ord + 1,
    title: ({ call }) => call?.title ?? null,
    call_id: ({ call }) => call?.id ?? null,
    outcome: ({ outcome }) => outcome ?? outcomeKey(null, isOpen),
    result: ({ outcome }) => say(outcome),
  },
  open: (actor) => openBulkRows(actor, runId),
});
