import { json, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData, useRevalidator } from "@remix-run/react";
import { useTranslation } from "#app/i18n/translation.tsx";
import * as z from "zod";
import { trashCallOf } from "#app/core/domain/call/call-writes.server.ts";
import { changeUpload } from "#app/core/domain/recording/change-upload.server.ts";
import { getRecord } from "#app/core/domain/recording/record-view.server.ts";
import { recordIntent } from "#app/core/domain/recording/upload-intent.schema.ts";
import { signedIn } from "#app/http/route.server.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { paths } from "#app/paths.ts";
import { Stages } from "#app/ui/components/primitive/stages.tsx";
import { RecordPage } from "#app/ui/features/record/record-page.tsx";
import { causeText, fixOf, stageItems } from "#app/ui/features/recordings/stage-items.ts";
import { usePipelineEvents } from "#app/ui/features/shell/use-pipeline.ts";
import { UploadList } from "#app/ui/features/upload/upload-list.tsx";
import { uploadStore } from "#app/ui/features/upload/upload-store.ts";

const params = z.object({ id: z.uuid() });

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.call.title} · Parley` : "Parley" },
];

export const loader = signedIn("recording.read", params, async ({ actor, params }) =>
  json(await getRecord(actor, params.id)),
);

export const action = signedIn({ POST: "recording.retry" }, params, ({ actor, params, form }) =>
  form(recordIntent, async ({ intent }) => {
    if (intent === "trash") {
      await trashCallOf(actor, params.id);
      return redirect(paths.recordings());
    }
    await changeUpload(actor, { intent, recordingId: params.id });
    return redirect(intent === "discard" ? paths.recordings() : paths.recording(params.id));
  }),
);

export default function RecordingRoute() {
  const record = useLoaderData<typeof loader>();
  const { t } = useTranslation("stages");
  const format = useFormat();
  const { revalidate } = useRevalidator();
  usePipelineEvents(({ recordingId }) => {
    if (recordingId === record.recording.id) revalidate();
  }, revalidate);
  const failed = record.stages.filter(({ state }) => state === "failed").length;
  return (
    <RecordPage
      record={record}
      stages={<Stages label={t("label")} stages={stageItems(record.stages, t, format)} />}
      causeText={(cause) => causeText(t, cause)}
      fix={fixOf(record.stages, t)}
      state={t(`state.${record.recording.state}`, {
        count: failed,
        cause: causeText(t, record.recording.cause ?? "unexpected"),
        defaultValue: "",
      })}
      sending={<UploadList />}
      onResume={(uploadId, file) => uploadStore.resume(uploadId, record.recording.id, file)}
    />
  );
}
