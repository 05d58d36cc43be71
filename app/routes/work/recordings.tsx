import { json, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import "#app/i18n/catalogues-upload.ts";
import * as z from "zod";
import { listRecordingsAndOwners } from "#app/core/pages/recordings.server.ts";
import { parseRecordingsQuery } from "#app/core/pages/recordings-query.ts";
import { uploadCommands } from "#app/core/pages/upload-commands.server.ts";
import { timeZoneOf } from "#app/http/language.server.ts";
import { receiveForm } from "#app/http/form-upload.server.ts";
import { memberCommands, signedIn } from "#app/http/route.server.ts";
import { paths } from "#app/paths.ts";
import { RecordingsPage } from "#app/ui/features/recordings/recordings-page.tsx";
import { useLiveRows } from "#app/ui/features/shell/use-live-rows.ts";
import { UploadButton, UploadDoor } from "#app/ui/features/upload/upload-door.tsx";
import { uploadErrors } from "#app/ui/features/upload/upload-errors.ts";
import { pageTitle } from "#app/i18n/page-title.ts";

export const meta = pageTitle("recordings");

export const loader = signedIn("call.list", z.object({}), async ({ actor, request, search }) => {
  const { query, ignored } = parseRecordingsQuery(search, timeZoneOf(request, actor));
  return json({ ...(await listRecordingsAndOwners(actor, query)), query, ignored });
});

/** The answers to a row's question, and files sent by a form without script. */
export const action = memberCommands(uploadCommands, {
  params: z.object({}),
  situation: () => ({}),
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
      uploadButton={<UploadButton to={`${paths.recordings()}?upload=1`} />}
      upload={<UploadDoor errors={uploadErrors(answer)} />}
    />
  );
}
