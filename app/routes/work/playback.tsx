import { json, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useLoaderData, useRevalidator, useSearchParams } from "@remix-run/react";
import { type ReactNode, useCallback } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import "#app/i18n/catalogues-metrics.ts";
import * as z from "zod";
import { addPerson } from "#app/core/domain/call/people.server.ts";
import { editCall, trashCall } from "#app/core/domain/call/call-writes.server.ts";
import type { PersonRef, PlaybackView } from "#app/core/domain/call/call-views.ts";
import { getPlayback, noteOpened } from "#app/core/domain/call/playback.server.ts";
import { listNewOwners, transferCall } from "#app/core/domain/call/transfer.server.ts";
import { playbackIntent } from "#app/core/domain/call/playback-intent.schema.ts";
import { retryRecording } from "#app/core/domain/recording/retry.server.ts";
import { editTranscript } from "#app/core/domain/transcript/transcript-writes.server.ts";
import { getSegmentsAround } from "#app/core/domain/transcript/transcript-reads.server.ts";
import { parseTime } from "#app/core/domain/call/time-query.ts";
import { signedIn } from "#app/http/route.server.ts";
import { paths } from "#app/paths.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { Stages } from "#app/ui/components/primitive/stages.tsx";
import { Tabs } from "#app/ui/components/primitive/tabs.tsx";
import { CallPage } from "#app/ui/features/call/call-header.tsx";
import { OwnerPanel } from "#app/ui/features/call/owner-panel.tsx";
import { PeoplePanel } from "#app/ui/features/call/people-panel.tsx";
import { WatchersPanel } from "#app/ui/features/call/watchers-panel.tsx";
import { DownloadsMenu } from "#app/ui/features/player/downloads-menu.tsx";
import { KeyActions } from "#app/ui/features/player/key-actions.tsx";
import { PlaybackLayout } from "#app/ui/features/player/playback-layout.tsx";
import { Player } from "#app/ui/features/player/player.tsx";
import { PlayerProvider } from "#app/ui/features/player/player-context.tsx";
import { causeText, stageItems } from "#app/ui/features/recordings/stage-items.ts";
import { usePipelineEvents } from "#app/ui/features/shell/use-pipeline.ts";
import { HeadlineMetrics, MetricsPanel } from "#app/ui/features/summary/metrics-panel.tsx";
import { MomentsPanel } from "#app/ui/features/summary/moments-panel.tsx";
import { SummaryPanel } from "#app/ui/features/summary/summary-panel.tsx";
import { Transcript } from "#app/ui/features/transcript/transcript.tsx";
import type { TranscriptStart } from "#app/ui/features/transcript/transcript-words.ts";

const params = z.object({ callId: z.uuid() });

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.view.call.title} · Parley` : "Parley" },
];

export const loader = signedIn("call.read", params, async ({ actor, params, search }) => {
  const startMs = parseTime(search.get("t"));
  const view = await getPlayback(actor, params.callId);
  const { kind, state } = view.call;
  if (kind === "room" && (state === "live" || state === "scheduled"))
    throw redirect(paths.consoleCall(params.callId));
  const start =
    view.transcript &&
    (await getSegmentsAround(actor, params.callId, view.transcript.number, startMs ?? 0));
  await noteOpened(actor, params.callId);
  const isInfo = search.get("tab") === "info" && view.can.transfer;
  return json({
    view,
    newOwners: isInfo ? await listNewOwners(actor, view.call.owner.id) : null,
    start,
    startMs,
    endMs: parseTime(search.get("end")),
    personId: actor.memberId,
  });
});

export const action = signedIn(
  { POST: "call.read" },
  params,
  ({ actor, params: { callId }, form }) =>
    form(playbackIntent, async (input) => {
      switch (input.intent) {
        case "edit_call":
          await editCall(actor, callId, input);
          return json({ ok: true, intent: input.intent });
        case "add_person":
          await addPerson(actor, callId, input);
          return json({ ok: true, intent: input.intent });
        case "retry":
          await retryRecording(actor, input.recordingId, callId);
          return json({ ok: true, intent: input.intent });
        case "transfer":
          await transferCall(actor, callId, input.memberId);
          // Whoever gave a private call away may not know of it any more.
          return redirect(paths.recordings());
        case "trash":
          await trashCall(actor, callId);
          return redirect(paths.recordings());
        case "correct_words":
        case "correct_speaker":
        case "revert_transcript":
          return json({
            ok: true,
            intent: input.intent,
            ...(await editTranscript(actor, callId, input)),
          });
      }
    }),
);

export default function PlaybackRoute() {
  const { view, newOwners, start, startMs, endMs, personId } = useLoaderData<typeof loader>();
  const { t } = useTranslation("record");
  const { revalidate } = useRevalidator();
  usePipelineEvents(({ callId }) => {
    if (callId === view.call.id) revalidate();
  }, revalidate);
  const { call, recording, lanes, metrics, transcript } = view;
  return (
    <PlayerProvider
      key={`${call.id} ${recording?.mixUrl ?? ""}`}
      call={call}
      mixUrl={recording?.mixUrl ?? null}
      videoUrl={recording?.videoUrl ?? null}
      lanes={lanes}
      silences={metrics?.silences ?? []}
      personId={personId}
      startMs={startMs}
      endMs={endMs}
    >
      <KeyActions>
        <CallPage view={view} actions={<CallActions view={view} />}>
          <PlaybackLayout
            header={<PipelineState view={view} />}
            timeline={<TimelineOr view={view} />}
            transcript={
              transcript && start ? (
                <TranscriptPart view={view} start={start} />
              ) : (
                <NothingYet view={view} />
              )
            }
            panel={<SidePanel view={view} newOwners={newOwners} />}
            panelLabel={t("page.panel")}
          />
        </CallPage>
      </KeyActions>
    </PlayerProvider>
  );
}

type Part = { view: PlaybackView };

function CallActions({ view: { call, recording, transcript, can } }: Part) {
  const { t } = useTranslation("record");
  const at = (format: "txt" | "vtt" | "srt" | "json") =>
    transcript && can.download ? paths.transcriptExport(call.id, transcript.number, format) : null;
  return (
    <>
      <DownloadsMenu
        downloads={{
          txt: at("txt"),
          vtt: at("vtt"),
          srt: at("srt"),
          json: at("json"),
          audio:
            recording?.mixUrl === null || recording?.mixUrl === undefined
              ? null
              : `${recording.mixUrl}?download=1`,
        }}
      />
      {recording && can.retry ? (
        <LinkButton to={paths.recording(recording.id)}>{t("page.record")}</LinkButton>
      ) : null}
    </>
  );
}

/** Stages while there is work, and what went wrong; nothing when all is well. */
function PipelineState({ view: { recording, stages, can } }: Part) {
  const { t } = useTranslation("stages");
  const { t: common } = useTranslation("common");
  const { t: own } = useTranslation("record");
  const format = useFormat();
  if (
    !recording ||
    (recording.state === "ready" &&
      !recording.isPartial &&
      stages.every(({ cause }) => cause === null || cause === "imported"))
  )
    return null;
  const isStuck = stages.some(({ state }) => state === "failed");
  return (
    <Panel title={t("label")}>
      <Stages label={t("label")} stages={stageItems(stages, t, format)} />
      {recording.isPartial ? <p className="mt-2 text-sm text-warn">{own("partial")}</p> : null}
      {isStuck && can.retry ? (
        <Form method="post" className="mt-2">
          <input type="hidden" name="recordingId" value={recording.id} />
          <FormButton
            tone="plain"
            size="small"
            name="intent"
            value="retry"
            busyText={common("retrying")}
          >
            {common("retry")}
          </FormButton>
        </Form>
      ) : null}
    </Panel>
  );
}

/** Lanes and controls, or the sentence that stands where there is no sound. */
function TimelineOr({ view: { call, recording, lanes, hits, metrics } }: Part) {
  const hrefAt = useHrefAt(call.id);
  const { t } = useTranslation("record");
  const { date } = useFormat();
  if (recording && (recording.mixUrl !== null || recording.videoUrl !== null))
    return <Player lanes={lanes} hits={hits} metrics={metrics} hrefAt={hrefAt} />;
  if (recording?.mediaRemovedAt)
    return (
      <p className="text-sm text-ink-muted">
        {t("page.noMedia", { date: date(recording.mediaRemovedAt) })}
      </p>
    );
  return recording?.state === "ready" ? (
    <p className="text-sm text-ink-muted">{t("page.imported")}</p>
  ) : null;
}

function TranscriptPart({
  view: { call, transcript, can, people },
  start,
}: Part & { start: TranscriptStart }) {
  const hrefAt = useHrefAt(call.id);
  const { t } = useTranslation("stages");
  const { t: own } = useTranslation("record");
  if (!transcript) return null;
  if (transcript.segments === 0)
    return <EmptyState title={own("page.noWords")} why={t("cause.no_speech")} />;
  return (
    <Transcript
      key={transcript.number}
      transcript={transcript}
      start={start}
      urls={{
        index: paths.transcript(call.id, transcript.number),
        page: (number) => paths.transcriptPage(call.id, transcript.number, number),
      }}
      hrefAt={hrefAt}
      editAction={can.editTranscript ? paths.playback(call.id) : null}
      canAddTerm={can.addTerm}
      speakers={people}
    />
  );
}

function NothingYet({ view: { stages } }: Part) {
  const { t } = useTranslation("stages");
  const { t: own } = useTranslation("record");
  const stage = stages.find(({ name }) => name === "transcribe");
  const isSkipped = stage?.state === "skipped" && stage.cause !== null;
  return (
    <EmptyState
      title={own("page.noTranscript")}
      why={isSkipped ? causeText(t, stage.cause ?? "") : t("name.transcribe")}
    />
  );
}

function SidePanel({ view, newOwners }: Part & { newOwners: PersonRef[] | null }) {
  const { t } = useTranslation("record");
  const [search, setSearch] = useSearchParams();
  const hrefAt = useHrefAt(view.call.id);
  const nameOf = (id: string) => view.people.find((person) => person.id === id)?.name ?? null;
  const note = (text: string) => <p className="px-4 py-3 text-sm text-ink-muted">{text}</p>;
  return (
    <>
      <h2 className="sr-only">{t("page.panel")}</h2>
      <Tabs
        label={t("page.panel")}
        current={TABS.find((tab) => tab === search.get("tab")) ?? "summary"}
        onChange={(tab) => {
          const next = new URLSearchParams(search);
          next.set("tab", tab);
          setSearch(next, { replace: true, preventScrollReset: true });
        }}
        tabs={[
          {
            id: "summary",
            label: t("page.tab.summary"),
            panel: (
              <PanelBody>
                {view.summary ? (
                  <SummaryPanel summary={view.summary} hrefAt={hrefAt} />
                ) : (
                  note(t("page.noSummary"))
                )}
                {view.metrics ? (
                  <HeadlineMetrics metrics={view.metrics} hrefAt={hrefAt} nameOf={nameOf} />
                ) : null}
              </PanelBody>
            ),
          },
          {
            id: "moments",
            label: t("page.tab.moments"),
            panel: (
              <PanelBody>
                <MomentsPanel hits={view.hits} hrefAt={hrefAt} nameOf={nameOf} />
              </PanelBody>
            ),
          },
          {
            id: "statistics",
            label: t("page.tab.statistics"),
            panel: (
              <PanelBody>
                {view.metrics ? (
                  <MetricsPanel metrics={view.metrics} hrefAt={hrefAt} nameOf={nameOf} />
                ) : (
                  note(t("page.noMetrics"))
                )}
              </PanelBody>
            ),
          },
          {
            id: "info",
            label: t("page.tab.info"),
            panel: (
              <>
                <PeoplePanel
                  people={view.people}
                  isMixed={view.call.quality === "C"}
                  canEdit={view.can.editTranscript}
                />
                <OwnerPanel owner={view.call.owner} newOwners={newOwners} />
                {view.watchers === null ? null : <WatchersPanel watchers={view.watchers} />}
              </>
            ),
          },
        ]}
      />
    </>
  );
}

const TABS = ["summary", "moments", "statistics", "info"] as const;

const PanelBody = ({ children }: { children: ReactNode }) => (
  <div className="px-4 py-3">{children}</div>
);

/** The page's own address at a time of the call. */
function useHrefAt(callId: string): (ms: number) => string {
  return useCallback(
    (ms: number) => paths.playback(callId, { t: Math.floor(ms / 1000) }),
    [callId],
  );
}
