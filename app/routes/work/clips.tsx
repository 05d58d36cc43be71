import { json, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import * as z from "zod";
import { clipsCommands } from "#app/core/pages/clips-commands.server.ts";
import { getClips } from "#app/core/pages/clips-data.server.ts";
import { memberCommands, signedIn } from "#app/http/route.server.ts";
import { pageTitle } from "#app/i18n/page-title.ts";
import { paths } from "#app/paths.ts";
import { type ChosenClip, ShareClips } from "#app/ui/features/sharing/share-clips.tsx";
import { ClipsPage } from "#app/ui/features/clip/clips-page.tsx";

export const meta = pageTitle("clips");

export const loader = signedIn("clip.list", z.object({}), async ({ actor, search }) =>
  json(await getClips(actor, search)),
);

const toView = ({ result }: { result: { viewId: string } }) =>
  redirect(paths.clips({ view: result.viewId }));

export const action = memberCommands(clipsCommands, {
  params: z.object({}),
  situation: () => ({}),
  answers: {
    save_view: toView,
    change_view: toView,
    restore_view: toView,
    delete_view: () => redirect(paths.clips()),
  },
  otherwise: ({ search }) =>
    redirect(`${paths.clips()}${search.size > 0 ? `?${search.toString()}` : ""}`),
});

export default function ClipsRoute() {
  const answer: unknown = useActionData();
  const [shared, setShared] = useState<readonly ChosenClip[] | null>(null);
  return (
    <>
      <ClipsPage {...useLoaderData<typeof loader>()} answer={answer} onShare={setShared} />
      <ShareClips clips={shared} onClose={() => setShared(null)} />
    </>
  );
}
