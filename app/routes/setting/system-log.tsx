import { json, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { checkChainFor } from "#app/core/domain/audit/chain.server.ts";
import { keepForm } from "#app/core/domain/audit/retention.schema.ts";
import { getLogDays, keepLogs } from "#app/core/domain/audit/retention.server.ts";
import { listSinks } from "#app/core/domain/audit/ship.server.ts";
import { getLogPage } from "#app/core/domain/audit/log-page.server.ts";
import { parseLogQuery } from "#app/core/domain/audit/log-query.ts";
import { timeZoneOf } from "#app/http/language.server.ts";
import { signedIn } from "#app/http/route.server.ts";
import { paths } from "#app/paths.ts";
import { LogPage } from "#app/ui/features/setting/log-page.tsx";

export const meta: MetaFunction = () => [{ title: "System log · Parley" }];

export const loader = signedIn(
  "systemlog.list",
  z.object({}),
  async ({ actor, request, search }) => {
    const query = parseLogQuery(search);
    const page = await getLogPage(actor, "system", query, timeZoneOf(request, actor));
    const kept = { days: await getLogDays(actor), sinks: await listSinks(actor) };
    return json({ ...page, query, kept });
  },
);

/** Follows the whole chain of seals; that somebody asked is an entry itself. */
export const action = signedIn({ POST: "systemlog.list" }, z.object({}), ({ actor, form }) =>
  form(
    z.discriminatedUnion("intent", [z.object({ intent: z.literal("check") }), keepForm]),
    async (input) => {
      if (input.intent === "check") return json(await checkChainFor(actor));
      await keepLogs(actor, input);
      return redirect(paths.systemLog());
    },
  ),
);

const answered = z.object({
  entries: z.number(),
  brokenAt: z.number().nullable(),
  unsealed: z.number(),
});

export default function SystemLogRoute() {
  const answer: unknown = useActionData();
  const check = answered.safeParse(answer).data ?? null;
  return <LogPage log="system" {...useLoaderData<typeof loader>()} check={check} answer={answer} />;
}
