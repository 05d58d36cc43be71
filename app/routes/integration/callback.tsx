import { json, redirect } from "@remix-run/node";
import * as z from "zod";
import { takeReturn } from "#app/core/pages/connections.server.ts";
import { endedStateCookies } from "#app/http/cookies.server.ts";
import { signedIn } from "#app/http/route.server.ts";
import { noteSaved } from "#app/http/saved.server.ts";
import { pageTitle } from "#app/i18n/page-title.ts";
import { paths } from "#app/paths.ts";
import { StartAgainPage } from "#app/ui/features/setting/connection/start-again-page.tsx";

export const meta = pageTitle("connection");

const params = z.object({ "provider-slug": z.string().max(60) });

/** Providers send people back by GET, so this GET connects: the sign-in that left, once. A page is shown only where it was not that. */
export const loader = signedIn("connection.manage", params, async (asked) => {
  const { actor, request, search } = asked;
  const returned = await takeReturn(actor, asked.params["provider-slug"], request);
  if (returned.kind === "again") return json({}, { status: 400 });
  const { slug, kind } = returned;
  const facts = {
    slug,
    ...(kind === "connected" && { missing: returned.missing.join(" ") }),
    ...(kind === "cancelled" && returned.reason !== null && { reason: returned.reason }),
    ...(kind === "failed" && { fault: returned.fault }),
  };
  const answer = redirect(paths.connections());
  for (const cookie of endedStateCookies(request, search.get("state") ?? ""))
    answer.headers.append("Set-Cookie", cookie);
  throw noteSaved(answer, `connection_${kind}`, { data: new FormData(), result: { facts } });
});

export default StartAgainPage;
