import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { findPopper } from "#app/core/pages/console.server.ts";
import { signedIn } from "#app/http/route.server.ts";
import { PopperPage } from "#app/ui/features/live/popper/popper.tsx";
import { pageTitle } from "#app/i18n/page-title.ts";

export const meta = pageTitle("live");

/** The small window of the member's live call; it stands outside the frame of the other pages. */
export const loader = signedIn("console.read", z.object({}), async ({ actor }) =>
  json(await findPopper(actor)),
);

export default function ConsolePopperRoute() {
  return <PopperPage view={useLoaderData<typeof loader>()} />;
}
