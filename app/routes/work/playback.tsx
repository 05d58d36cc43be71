import { json, type MetaFunction, redirect } from "@remix-run/node";
import { type ShouldRevalidateFunction, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { openPlayback } from "#app/core/pages/playback.server.ts";
import { playbackCommands } from "#app/core/pages/playback-commands.server.ts";
import { memberCommands, signedIn } from "#app/http/route.server.ts";
import { paths } from "#app/paths.ts";
import { PlaybackPage } from "#app/ui/features/playback/playback-page.tsx";

const params = z.object({ callId: z.uuid() });

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.view.call.title} · Parley` : "Parley" },
];

export const loader = signedIn("call.read", params, async ({ actor, params, search }) => {
  const page = await openPlayback(actor, params.callId, search);
  if ("movedTo" in page) throw redirect(page.movedTo);
  return json(page);
});

export const action = memberCommands(playbackCommands, {
  params,
  situation: ({ params }) => params,
  answers: {
    // The former owner of a private call may not see it any more.
    transfer: () => redirect(paths.recordings()),
    // The page that made it goes on with the call; without script the clip's page is next.
    make_clip: ({ search, result: { clipId } }) =>
      search.get("in") === "place"
        ? json({ ok: true, intent: "make_clip", clipId })
        : redirect(paths.clip(clipId)),
    trash: () => redirect(paths.recordings()),
  },
});

export default function PlaybackRoute() {
  return <PlaybackPage {...useLoaderData<typeof loader>()} />;
}

/** Another comment is here already, another tab loads what it shows, and the links come with their dialog. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}) => {
  const isOtherPart =
    formMethod === undefined &&
    currentUrl.pathname === nextUrl.pathname &&
    currentUrl.search !== nextUrl.search &&
    withoutPart(currentUrl) === withoutPart(nextUrl);
  return !isOtherPart && defaultShouldRevalidate;
};

function withoutPart({ searchParams }: URL): string {
  const rest = new URLSearchParams(searchParams);
  for (const name of ["tab", "comment", "comments", "share"]) rest.delete(name);
  return rest.toString();
}
