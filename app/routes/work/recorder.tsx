import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { openRecorder } from "#app/core/pages/recorder.server.ts";
import { recorderCommands } from "#app/core/pages/recorder-commands.server.ts";
import { languageOf, zoneOfReader } from "#app/http/language.server.ts";
import { memberCommands, signedIn } from "#app/http/route.server.ts";
import { pageTitle } from "#app/i18n/page-title.ts";
import { RecorderPage } from "#app/ui/features/recorder/recorder-page.tsx";

export const meta = pageTitle("recorder");

const askedCall = z.uuid().nullable().catch(null);

export const loader = signedIn("call.create", z.object({}), async ({ actor, request }) => {
  const callId = askedCall.parse(new URL(request.url).searchParams.get("call"));
  return json(await openRecorder(actor, await languageOf(request), callId));
});

export const action = memberCommands(recorderCommands, {
  params: z.object({}),
  situation: async ({ request }) => ({ zone: await zoneOfReader(request) }),
});

export default function RecorderRoute() {
  return <RecorderPage view={useLoaderData<typeof loader>()} />;
}

/** The page posts by itself while it records; what it shows then is its own. */
export const shouldRevalidate = ({
  formMethod,
  defaultShouldRevalidate,
}: {
  formMethod?: string;
  defaultShouldRevalidate: boolean;
}): boolean => formMethod === undefined && defaultShouldRevalidate;
