import { json } from "@remix-run/node";
import * as z from "zod";
import { bulkResultData } from "#app/core/domain/bulk/result-data.server.ts";
import { findBulkRun } from "#app/core/domain/bulk/runs.server.ts";
import { outcomeKey } from "#app/core/domain/bulk/outcomes.ts";
import { languageOf } from "#app/http/language.server.ts";
import { listTwin } from "#app/http/list-twin.server.ts";
import { signedIn } from "#app/http/route.server.ts";
import { createServerI18n } from "#app/i18n/i18n.server.ts";

/** How a run over many calls stands (`.json`), and what came of each of its calls (`.csv`). */
export const loader = signedIn("call.list", z.object({ runId: z.uuid() }), async (asked) => {
  const { actor, params, request } = asked;
  if (new URL(request.url).pathname.endsWith("json"))
    return json(await findBulkRun(actor, params.runId));
  const { canCancel: isOpen } = await findBulkRun(actor, params.runId);
  const { t: say } = createServerI18n(await languageOf(request));
  const data = bulkResultData(params.runId, {
    isOpen,
    say: (outcome) => say(`bulk:outcome.${outcomeKey(outcome, isOpen)}`),
  });
  return listTwin(data, (t, column) => t(`bulk:csv.${column}`))(asked);
});
