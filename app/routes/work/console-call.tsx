import { json, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { findLiveCall } from "#app/core/domain/live/live-call-view.server.ts";
import { liveCallCommands } from "#app/core/pages/live-call-commands.server.ts";
import { memberCommands, signedIn } from "#app/http/route.server.ts";
import { paths } from "#app/paths.ts";
import { EndedRecording } from "./ended-call-page.tsx";
import { LiveCallPage } from "#app/ui/features/live/call/live-call-page.tsx";

const params = z.object({ callId: z.uuid() });

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.title} · Parley` : "Parley" },
];

export const loader = signedIn("live.read", params, async ({ actor, params }) => {
  const view = await findLiveCall(actor, params.callId);
  if (view === null) throw redirect(paths.playback(params.callId));
  return json(view);
});

export const action = memberCommands(liveCallCommands, {
  params,
  situation: ({ params }) => params,
});

export default function ConsoleCallRoute() {
  const view = useLoaderData<typeof loader>();
  return <LiveCallPage view={view} ended={<EndedRecording callId={view.callId} />} />;
}
