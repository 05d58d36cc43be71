import * as z from "zod";
import { dealsData } from "#app/core/pages/deals-export.server.ts";
import type { DealColumn } from "#app/core/domain/deal/deal-list-views.ts";
import { listTwin, type Titled } from "#app/http/list-twin.server.ts";
import { signedIn } from "#app/http/route.server.ts";

/** The codes, in every language: the file can be read in again. */
const titleOf: Titled<DealColumn> = (_, column) => column;

/** `/deals.csv` and `/deals.json`. */
export const loader = signedIn("deal.list", z.object({}), listTwin(dealsData, titleOf));
