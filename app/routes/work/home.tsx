import { json, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "#app/i18n/translation.tsx";
import "#app/i18n/catalogues-home.ts";
import "#app/i18n/catalogues-upload.ts";
import * as z from "zod";
import type { RecordingRow } from "#app/core/pages/recordings-views.ts";
import { getHome } from "#app/core/pages/home.server.ts";
import { uploadCommands } from "#app/core/pages/upload-commands.server.ts";
import { memberCommands, signedIn } from "#app/http/route.server.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { paths } from "#app/paths.ts";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Stages } from "#app/ui/components/primitive/stages.tsx";
import { DemoCallButton } from "#app/ui/features/home/demo-call-button.tsx";
import { HomePage } from "#app/ui/features/home/home-page.tsx";
import { RowAction, RowState } from "#app/ui/features/recordings/row-state.tsx";
import { stageItems } from "#app/ui/features/recordings/stage-items.ts";
import { useLiveRows } from "#app/ui/features/shell/use-live-rows.ts";
import { UploadButton, UploadDoor } from "#app/ui/features/upload/upload-door.tsx";
import { pageTitle } from "#app/i18n/page-title.ts";

export const meta = pageTitle("home");

/** A call whose sound is ready can be heard while the rest is on its way. */
function HomeAction({ row }: { row: RecordingRow }) {
  const { t } = useTranslation("home");
  if (row.callState !== "available" || row.recordingState !== "processing")
    return <RowAction row={row} />;
  return (
    <LinkButton size="small" to={paths.playback(row.callId)}>
      {t("playWhatIsThere")}
    </LinkButton>
  );
}

export const loader = signedIn("home.read", z.object({}), async ({ actor }) =>
  json(await getHome(actor)),
);

export const action = memberCommands(uploadCommands, {
  params: z.object({}),
  situation: () => ({}),
  otherwise: () => redirect(paths.home()),
});

export default function HomeRoute() {
  const { arriving, recent, components: parts, demoCall } = useLoaderData<typeof loader>();
  const { t } = useTranslation("stages");
  const { t: home } = useTranslation("home");
  const format = useFormat();
  const rows = useLiveRows(arriving);
  const stands = (row: RecordingRow) =>
    row.duplicateOf !== null ||
    row.recordingState === "failed" ||
    row.recordingState === "interrupted";
  return (
    <HomePage
      arriving={rows.map((row) => ({
        row,
        state: stands(row) ? (
          <RowState row={row} />
        ) : (
          <Stages label={t("label")} stages={stageItems(row.stages, t, format)} />
        ),
        action: <HomeAction row={row} />,
      }))}
      needs={rows.filter(stands).length}
      recent={recent}
      components={parts}
      demoButton={
        demoCall === null ? null : (
          <DemoCallButton
            disabledReason={
              demoCall.state === "on" ? undefined : home(`liveDemo.${demoCall.state}`)
            }
          />
        )
      }
      uploadButton={<UploadButton to={`${paths.home()}?upload=1`} />}
      upload={<UploadDoor errors={{}} />}
    />
  );
}
