import { json, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { TriangleAlert } from "lucide-react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { lazy, Suspense, useMemo, useRef } from "react";
import * as z from "zod";
import type { CrmChanges } from "#app/core/domain/crm/crm-views.ts";
import type { ServerTime } from "#app/core/domain/server-time.ts";
import type { HomeItem } from "#app/core/pages/home-views.ts";
import type { RecordingRow } from "#app/core/pages/recordings-views.ts";
import { getCrmPanel, getHome } from "#app/core/pages/home.server.ts";
import { getUnfinished } from "#app/core/pages/recorder.server.ts";
import { serverTime } from "#app/core/domain/server-time.server.ts";
import { homeCommands } from "#app/core/pages/home-commands.server.ts";
import { timeZoneOf } from "#app/http/language.server.ts";
import { memberCommands, signedIn } from "#app/http/route.server.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { paths } from "#app/paths.ts";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { Stages } from "#app/ui/components/primitive/stages.tsx";
import { CrmPage } from "#app/ui/features/crm/crm-page.tsx";
import { DemoCallButton } from "#app/ui/features/home/demo-call-button.tsx";
import { MetricsBlock } from "#app/ui/features/home/metrics-block.tsx";
import { HomeQueue } from "#app/ui/features/home/queue.tsx";
import { SevenDays } from "#app/ui/features/home/seven-days.tsx";
import { ViewingBlock } from "#app/ui/features/home/viewing-block.tsx";
import { HomePage } from "#app/ui/features/home/home-page.tsx";
import { DeletedNote } from "#app/ui/features/recordings/deleted-note.tsx";
import { RowAction, RowState } from "#app/ui/features/recordings/row-state.tsx";
import { stageItems } from "#app/ui/features/recordings/stage-items.ts";
import { useNoticesChanged } from "#app/ui/browser/notice-feed.ts";
import { useReloadOnChange } from "#app/ui/features/shell/use-pipeline.ts";
import { useLiveRows } from "#app/ui/features/shell/use-live-rows.ts";
import { UploadButton, UploadDoor } from "#app/ui/features/upload/upload-door.tsx";
import { pageTitle } from "#app/i18n/page-title.ts";
import { useRevalidate } from "#app/ui/browser/use-revalidate.ts";

/** The player comes with the first row that is opened. */
const EvidencePlayer = lazy(() => import("#app/ui/features/player/evidence-player.tsx"));

/** So does the choice of a deal. */
const DealButton = lazy(() => import("#app/ui/features/deal/deal-button.tsx"));
const DealDialog = lazy(() => import("#app/ui/features/deal/deal-dialog.tsx"));

/** Recordings that their browser did not end: rare, and with much script. */
const UnfinishedHome = lazy(() => import("#app/ui/features/recorder/unfinished-home.tsx"));

export const meta = pageTitle("home");

const UPLOAD = `${paths.home()}?upload=1`;

/** A call whose sound is ready can be played while the rest is on its way. */
function HomeAction({ row }: { row: RecordingRow }) {
  const { t } = useTranslation("home");
  if (row.callState !== "available" || row.recordingState !== "processing")
    return <RowAction row={row} uploadTo={UPLOAD} />;
  return (
    <LinkButton size="small" to={paths.playback(row.callId)}>
      {t("playWhatIsThere")}
    </LinkButton>
  );
}

/** The row itself receives the result of its form; without script the form leads back to the page. */
const inPlace = ({ search, result }: { search: URLSearchParams; result: unknown }) =>
  search.get("in") === "place"
    ? json({ ok: true, ...(typeof result === "object" && result) })
    : redirect(paths.home());

export const loader = signedIn("home.read", z.object({}), async ({ actor, request, search }) =>
  json({
    readAt: serverTime(),
    ...(await getHome(actor, search, timeZoneOf(request, actor))),
    crm: await getCrmPanel(actor, search),
    unfinished: await getUnfinished(actor),
  }),
);

export const action = memberCommands(homeCommands, {
  params: z.object({}),
  situation: () => ({}),
  answers: {
    answer: inPlace,
    undo_answer: inPlace,
    mark_read: inPlace,
    mark_unread: inPlace,
    finish_review: inPlace,
    reopen_review: inPlace,
    admit: inPlace,
    name_speaker: inPlace,
    unname_speaker: inPlace,
    leave_speaker: inPlace,
    ask_speaker: inPlace,
    link_deal: inPlace,
    leave_deal: inPlace,
  },
  otherwise: () => redirect(paths.home()),
});

export default function HomeRoute() {
  const data = useLoaderData<typeof loader>();
  const { crm, readAt } = data;
  return crm === null ? (
    <Home data={data} unfinished={data.unfinished} />
  ) : (
    <Crm changes={crm} readAt={readAt} />
  );
}

/** What is written, or met another change, shows as soon as it is. */
function Crm({ changes, readAt }: { changes: CrmChanges; readAt: ServerTime }) {
  useReloadOnChange(
    ({ callId }) => changes.groups.some((group) => group.callId === callId),
    readAt,
  );
  return (
    <CrmPage
      changes={changes}
      deal={(asked) => (
        <Suspense>
          <DealButton {...asked} />
        </Suspense>
      )}
    />
  );
}

type HomeData = Awaited<ReturnType<typeof getHome>>;
type UnfinishedData = Awaited<ReturnType<typeof getUnfinished>>;
function Home({ data, unfinished }: { data: HomeData; unfinished: UnfinishedData }) {
  const { needs, running, recent, components: parts, brokenCrms, demoCall } = data;
  const { metrics, sevenDays, steps } = data;
  const { t } = useTranslation("stages");
  const { t: home } = useTranslation("home");
  const format = useFormat();
  const revalidate = useRevalidate();
  // A request to the reader comes with a notice; the stream's first word is what is known already.
  const heard = useRef<string | null>(null);
  useNoticesChanged(({ unread, newest }) => {
    const now = `${unread} ${newest ?? ""}`;
    if (heard.current !== null && heard.current !== now) revalidate();
    heard.current = now;
  });
  const stopped = useLiveRows(useMemo(() => needs.items.flatMap(rowOf), [needs.items]));
  const moving = useLiveRows(running.rows);
  return (
    <HomePage
      needs={{
        count: needs.count,
        queue: (
          <HomeQueue
            key={String(needs.isAll)}
            items={needs.items}
            count={needs.count}
            isAll={needs.isAll}
            open={data.open}
            failed={({ row }) => (
              <FailedCall row={stopped.find(({ callId }) => callId === row.callId) ?? row} />
            )}
            dealDialog={(asked) => (
              <Suspense>
                <DealDialog {...asked} />
              </Suspense>
            )}
            evidence={({ callId, title }, place) => (
              <Suspense>
                <EvidencePlayer key={place.t0Ms} callId={callId} title={title} {...place} />
              </Suspense>
            )}
          />
        ),
      }}
      running={{
        count: running.count,
        calls: moving.map((row) => ({
          row,
          state: <Stages label={t("label")} stages={stageItems(row.stages, t, format)} />,
          action: <HomeAction row={row} />,
        })),
      }}
      unfinished={
        unfinished.open.length === 0 ? null : (
          <Suspense>
            <UnfinishedHome {...unfinished} />
          </Suspense>
        )
      }
      viewing={<ViewingBlock viewings={data.viewings} />}
      recent={{ rows: recent, isOwn: data.isRecentOwn }}
      components={parts}
      brokenCrms={brokenCrms}
      metrics={<MetricsBlock metrics={metrics} choices={data.metricChoices} />}
      sevenDays={sevenDays === null ? null : <SevenDays counts={sevenDays} />}
      steps={steps}
      demoButton={
        demoCall === null ? null : (
          <DemoCallButton
            disabledReason={
              demoCall.state === "on" ? undefined : home(`liveDemo.${demoCall.state}`)
            }
          />
        )
      }
      uploadButton={(tone) => <UploadButton to={UPLOAD} tone={tone} />}
      upload={<UploadDoor errors={{}} />}
      deleted={<DeletedNote />}
    />
  );
}

const rowOf = (item: HomeItem): RecordingRow[] => (item.kind === "failed" ? [item.row] : []);

/** A call whose pipeline has stopped, as the list of recordings tells it, with its fitting action. */
function FailedCall({ row }: { row: RecordingRow }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Icon of={TriangleAlert} />
      <div className="min-w-0 flex-1 basis-48">
        <div className="text-base font-medium">
          <TextLink
            tone="name"
            to={
              row.callState === "available"
                ? paths.playback(row.callId)
                : paths.recording(row.recordingId)
            }
          >
            <bdi>{row.title}</bdi>
          </TextLink>
        </div>
        <div className="text-xs text-ink-muted">
          <RowState row={row} />
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <RowAction row={row} uploadTo={UPLOAD} />
      </div>
    </div>
  );
}
