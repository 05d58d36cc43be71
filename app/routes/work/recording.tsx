import { json, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "#app/i18n/translation.tsx";
import * as z from "zod";
import { type StageView, WORDS_MISSING } from "#app/core/domain/recording/stage-views.ts";
import { getRecord } from "#app/core/pages/recording.server.ts";
import { recordCommands } from "#app/core/pages/upload-commands.server.ts";
import { memberCommands, signedIn } from "#app/http/route.server.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { paths } from "#app/paths.ts";
import { Stages } from "#app/ui/components/primitive/stages.tsx";
import { AccessButton } from "#app/ui/features/call/access-button.tsx";
import { CallLinks } from "#app/ui/features/sharing/call-links.tsx";
import { RecordPage } from "#app/ui/features/record/record-page.tsx";
import { causeText, fixOf, stageItems } from "#app/ui/features/recordings/stage-items.ts";
import { isWorthSaying, WordsLost } from "#app/ui/features/recordings/words-lost.tsx";
import { useLiveStages, useReloadOnChange } from "#app/ui/features/shell/use-pipeline.ts";
import { UploadList } from "#app/ui/features/upload/upload-list.tsx";
import { uploadStore } from "#app/ui/features/upload/upload-store.ts";

const params = z.object({ id: z.uuid() });

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.call.title} · Parley` : "Parley" },
];

export const loader = signedIn("recording.read", params, async ({ actor, params }) =>
  json(await getRecord(actor, params.id)),
);

const toList = () => redirect(paths.recordings());

export const action = memberCommands(recordCommands, {
  params,
  situation: ({ params }) => params,
  answers: { trash: toList, discard: toList },
  otherwise: ({ params }) => redirect(paths.recording(params.id)),
});

export default function RecordingRoute() {
  const record = useLoaderData<typeof loader>();
  const { t } = useTranslation("stages");
  const { t: own } = useTranslation("record");
  const format = useFormat();
  const { id, open } = record.recording;
  const stages = useLiveStages(record.call.id, record.stages);
  useReloadOnChange(({ recordingId }) => recordingId === id, record.readAt, open.length > 1);
  const failed = stages.filter(({ state }) => state === "failed").length;
  return (
    <RecordPage
      record={record}
      open={open.length === 1 ? open.map(withStage(record.stages, stages)) : open}
      stages={<Stages label={t("label")} stages={stageItems(stages, t, format)} />}
      causeText={(cause) => causeText(t, cause)}
      fix={fixOf(stages, t)}
      state={t(`state.${stateOf(record, failed)}`, {
        count: failed,
        cause: causeText(t, record.recording.cause ?? "unexpected"),
        defaultValue: "",
      })}
      words={isWorthSaying(record.words) ? <WordsLost words={record.words} /> : null}
      access={
        record.can.share ? (
          <AccessButton callId={record.call.id}>{own("access")}</AccessButton>
        ) : null
      }
      links={
        record.links === null ? null : (
          <CallLinks key={record.call.id} callId={record.call.id} first={record.links} />
        )
      }
      sending={<UploadList />}
      onResume={(uploadId, file) => uploadStore.resume(uploadId, id, file)}
    />
  );
}

/** Where no stage failed, what is missing are words. */
const stateOf = ({ recording }: ReturnType<typeof useLoaderData<typeof loader>>, failed: number) =>
  recording.state === "ready_partial" && failed === 0 && recording.cause === WORDS_MISSING
    ? WORDS_MISSING
    : recording.state;

/** What arrived of the only open file: the stage counts all of them, of which the others are whole. */
const withStage =
  (loaded: StageView[], now: StageView[]) =>
  <Upload extends { received: number }>(upload: Upload): Upload => {
    const [before, after] = [loaded, now].map(
      (stages) => stages.find(({ name }) => name === "upload")?.done ?? 0,
    );
    return { ...upload, received: upload.received + (after ?? 0) - (before ?? 0) };
  };
