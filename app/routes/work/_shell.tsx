import { json } from "@remix-run/node";
import { Outlet, useLoaderData, useRouteError, useRouteLoaderData } from "@remix-run/react";
import * as z from "zod";
import { getFrame } from "#app/core/pages/frame.server.ts";
import { hidesDemoBanner, themeOf } from "#app/http/language.server.ts";
import { signedIn } from "#app/http/route.server.ts";
import { readSaved } from "#app/http/saved.server.ts";
import { ErrorPage, ErrorScreen, refusalOf } from "#app/ui/features/shell/error-page.tsx";
import { WorkFrame } from "./frame-page.tsx";

export const loader = signedIn("home.read", z.unknown(), async ({ actor, request }) => {
  const { saved, headers } = readSaved(request);
  const frame = {
    ...(await getFrame(actor)),
    theme: themeOf(request),
    hidesDemo: hidesDemoBanner(request),
    saved,
  };
  return json(frame, { headers });
});

export default function WorkShell() {
  return (
    <WorkFrame frame={useLoaderData<typeof loader>()}>
      <Outlet />
    </WorkFrame>
  );
}

/** A refusal of a screen leaves the frame where it is; where the frame itself is refused, a page says so. */
export function ErrorBoundary() {
  const refusal = refusalOf(useRouteError());
  const frame = useRouteLoaderData<typeof loader>("routes/work/_shell");
  if (frame === undefined) return <ErrorPage {...refusal} reader="member" />;
  return (
    <WorkFrame frame={frame}>
      <ErrorScreen {...refusal} />
    </WorkFrame>
  );
}
