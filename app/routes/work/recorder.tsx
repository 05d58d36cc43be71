import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useCallback, useState } from "react";
import * as z from "zod";
import { openRecorder } from "#app/core/pages/recorder.server.ts";
import { recorderCommands } from "#app/core/pages/recorder-commands.server.ts";
import { languageOf, zoneOfReader } from "#app/http/language.server.ts";
import { recorderSentence, recorderSentences } from "#app/http/recorder-consent.server.ts";
import { memberCommands, signedIn } from "#app/http/route.server.ts";
import type { RecordingRow } from "#app/core/pages/recordings-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Stages } from "#app/ui/components/primitive/stages.tsx";
import { stageItems } from "#app/ui/features/recordings/stage-items.ts";
import { usePipelineEvents } from "#app/ui/features/shell/use-pipeline.ts";
import { pageTitle } from "#app/i18n/page-title.ts";
import { RecorderPage } from "#app/ui/features/recorder/recorder-page.tsx";

export const meta = pageTitle("recorder");

const askedCall = z.uuid().nullable().catch(null);

export const loader = signedIn("call.create", z.object({}), async ({ actor, request }) => {
  const callId = askedCall.parse(new URL(request.url).searchParams.get("call"));
  return json(await openRecorder(actor, await languageOf(request), callId, recorderSentence));
});

export const action = memberCommands(recorderCommands, {
  params: z.object({}),
  situation: async ({ request }) => ({
    zone: await zoneOfReader(request),
    sentences: recorderSentences,
  }),
});

export default function RecorderRoute() {
  return (
    <RecorderPage
      view={useLoaderData<typeof loader>()}
      progress={(callId) => <Made callId={callId} />}
    />
  );
}

/** How far a call is that was just recorded, as the stream says. */
function Made({ callId }: { callId: string }) {
  const { t } = useTranslation("stages");
  const { t: recorder } = useTranslation("recorder");
  const format = useFormat();
  const [row, setRow] = useState<RecordingRow | null>(null);
  usePipelineEvents(
    useCallback(
      (next: RecordingRow) => (next.callId === callId ? setRow(next) : undefined),
      [callId],
    ),
    useCallback(() => undefined, []),
  );
  if (row === null) return <p className="text-sm text-ink-muted">{recorder("stopped.joining")}</p>;
  return <Stages label={t("label")} stages={stageItems(row.stages, t, format)} />;
}

/** The page posts by itself while it records; what it shows then is its own. */
export const shouldRevalidate = ({
  formMethod,
  defaultShouldRevalidate,
}: {
  formMethod?: string;
  defaultShouldRevalidate: boolean;
}): boolean => formMethod === undefined && defaultShouldRevalidate;
