import { json, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { lazy, Suspense } from "react";
import * as z from "zod";
import { talkStatsCommands } from "#app/core/pages/saved-views.server.ts";
import { getTalkStatsPage } from "#app/core/pages/talk-stats.server.ts";
import { timeZoneOf } from "#app/http/language.server.ts";
import { memberCommands, signedIn } from "#app/http/route.server.ts";
import { pageTitle } from "#app/i18n/page-title.ts";
import { paths } from "#app/paths.ts";
import { TalkPage } from "#app/ui/features/analytics/talk-page.tsx";

const EvidencePlayer = lazy(() => import("#app/ui/features/player/evidence-player.tsx"));

export const meta = pageTitle("talkStats");

export const loader = signedIn("call.list", z.object({}), async ({ actor, request, search }) =>
  json(await getTalkStatsPage(actor, search, timeZoneOf(request, actor))),
);

const toView = ({ result }: { result: { viewId: string } }) =>
  redirect(paths.talkStats({ view: result.viewId }));

export const action = memberCommands(talkStatsCommands, {
  params: z.object({}),
  situation: () => ({}),
  answers: { save_view: toView, change_view: toView, restore_view: toView },
  otherwise: () => redirect(paths.talkStats()),
});

export default function TalkStatsRoute() {
  return (
    <TalkPage
      {...useLoaderData<typeof loader>()}
      answer={useActionData()}
      evidence={(place) => (
        <Suspense>
          <EvidencePlayer {...place} startsAtOnce />
        </Suspense>
      )}
    />
  );
}
