import { record } from "#app/core/domain/audit/record.server.ts";
import { readDeals } from "#app/core/domain/deal/deal-list.server.ts";
import {
  type DealColumn,
  type DealLine,
  DEALS_SHOWN,
  type DealsShown,
} from "#app/core/domain/deal/deal-list-views.ts";
import { demand } from "#app/core/domain/access/access.ts";
import { LIMITS } from "#app/core/domain/limits.ts";
import type { ListData } from "#app/core/domain/list/list-data.ts";
import { readQuery } from "#app/core/domain/list/list-query.ts";
import { db } from "#app/core/platform/db.server.ts";
import * as z from "zod";

export type DealsQuery = { show: DealsShown; q: string };

/** The deals that were entered here, in the columns in which a file of them is read. */
export const dealsData: ListData<DealsQuery, DealLine, DealColumn> = {
  name: "deals",
  parse: (search) => {
    const read = readQuery(search);
    const show = read.one("show", z.enum(DEALS_SHOWN)) ?? "open";
    const query = { show, q: read.text("q", 120) };
    return { query, ignored: read.ignored("headers") };
  },
  page: null,
  columns: {
    name: (row) => row.name,
    company: (row) => row.company,
    owner: (row) => row.owner,
    stage: (row) => row.stage,
    amount: (row) => row.amount,
    currency: (row) => row.currency,
    close_date: (row) => row.closeDate,
    next_step: (row) => row.nextStep,
  },
  open: async (actor, query) => {
    demand(actor, "deal.list");
    const deals = await readDeals(actor, query, LIMITS.exportRows);
    await db.$transaction((tx) =>
      record(tx, actor, "list.exported", undefined, {
        after: { list: "deals", rows: deals.length },
      }),
    );
    return once(deals);
  },
};

async function* once(deals: DealLine[]): AsyncGenerator<DealLine[]> {
  yield await Promise.resolve(deals);
}
