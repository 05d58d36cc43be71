import { json, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { lazy, Suspense } from "react";
import * as z from "zod";
import { recordingsCommands } from "#app/core/pages/recordings-commands.server.ts";
import { getRecordingsPage } from "#app/core/pages/recordings-page.server.ts";
import { timeZoneOf } from "#app/http/language.server.ts";
import { receiveForm } from "#app/http/form-upload.server.ts";
import { memberCommands, signedIn } from "#app/http/route.server.ts";
import { paths } from "#app/paths.ts";
import { RecordingsPage } from "#app/ui/features/recordings/recordings-page.tsx";
import { useLiveRows } from "#app/ui/features/shell/use-live-rows.ts";
import { UploadButton, UploadDoor } from "#app/ui/features/upload/upload-door.tsx";
import { uploadErrors } from "#app/ui/features/upload/upload-errors.ts";
import { pageTitle } from "#app/i18n/page-title.ts";

/** Only a list behind a number of talk statistics has it, and with it the words of all of them. */
const SumFigure = lazy(() => import("#app/ui/features/analytics/sum-figure.tsx"));

export const meta = pageTitle("recordings");

export const loader = signedIn("call.list", z.object({}), async ({ actor, request, search }) => {
  const page = await getRecordingsPage(actor, search, timeZoneOf(request, actor));
  if ("opens" in page) throw redirect(paths.recordings({ view: page.opens }));
  return json(page);
});

const toView = ({ result }: { result: { viewId: string } }) =>
  redirect(paths.recordings({ view: result.viewId }));
const toList = ({ search }: { search: URLSearchParams }) =>
  redirect(`${paths.recordings()}?${search.toString()}`);

/** Back to the list as it was, with the run that was begun. */
const toRun = ({ search, result }: { search: URLSearchParams; result: { runId: string } }) => {
  const to = new URLSearchParams(search);
  to.set("run", result.runId);
  return redirect(`${paths.recordings()}?${to.toString()}`);
};

/** What is done with many calls, saved views, what a row shows, the answers to a row's question, and files sent by a form without script. */
export const action = memberCommands(recordingsCommands, {
  params: z.object({}),
  situation: ({ request, search }) => ({
    search,
    zoneOf: (actor) => timeZoneOf(request, actor),
  }),
  answers: {
    bulk_give_label: toRun,
    bulk_take_label: toRun,
    bulk_give_new_label: toRun,
    bulk_access: toRun,
    bulk_owner: toRun,
    bulk_recognise: toRun,
    bulk_reviewer: toRun,
    bulk_regenerate: toRun,
    bulk_add_to_library: toRun,
    bulk_preview_library: ({ result }) => json(result),
    bulk_preview_delete: ({ result }) => json(result),
    bulk_delete: toRun,
    bulk_restore: toRun,
    bulk_undo: toRun,
    bulk_cancel: toRun,
    save_view: toView,
    update_view: toView,
    restore_view: toView,
    change_view: toList,
    follow_view: toList,
    default_view: toList,
    arrange_list: toList,
    delete_view: () => redirect(paths.recordings({ view: "all" })),
  },
  otherwise: () => redirect(paths.recordings()),
  multipart: { needs: "call.create", receive: receiveForm },
});

export default function RecordingsRoute() {
  const data = useLoaderData<typeof loader>();
  const answer: unknown = useActionData();
  const rows = useLiveRows(data.rows);
  return (
    <RecordingsPage
      {...data}
      rows={rows}
      answer={answer}
      figure={
        data.sum?.figure ? (
          <Suspense>
            <SumFigure {...data.sum.figure} />
          </Suspense>
        ) : null
      }
      uploadButton={<UploadButton to={`${paths.recordings()}?upload=1`} />}
      upload={<UploadDoor errors={uploadErrors(answer)} />}
    />
  );
}
