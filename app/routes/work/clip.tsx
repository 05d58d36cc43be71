import { json, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { clipCommands } from "#app/core/pages/clip-commands.server.ts";
import { openClip } from "#app/core/pages/clip.server.ts";
import { memberCommands, signedIn } from "#app/http/route.server.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { ShareButton } from "#app/ui/features/sharing/share-button.tsx";
import { ClipPage } from "#app/ui/features/clip/clip-page.tsx";

const params = z.object({ clipId: z.uuid() });

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.clip.title} · Parley` : "Parley" },
];

export const loader = signedIn("clip.read", params, async ({ actor, params, search }) =>
  json(await openClip(actor, params.clipId, search)),
);

export const action = memberCommands(clipCommands, {
  params,
  situation: ({ params }) => params,
  answers: {
    copy_clip: ({ result: { copyId } }) => redirect(paths.clip(copyId, { edit: 1 })),
    // Who made it private of a colleague sees it no more.
    save_clip: ({ params: { clipId }, result }) =>
      redirect(result.isSeen ? paths.clip(clipId) : paths.clips()),
    delete_clip: () => redirect(paths.clips()),
    // Who declined may not see the clip any more.
    decline_clip: () => redirect(paths.clips()),
  },
  otherwise: ({ params }) => redirect(paths.clip(params.clipId)),
});

export default function ClipRoute() {
  const answer: unknown = useActionData();
  const view = useLoaderData<typeof loader>();
  const { t } = useTranslation("clip");
  const { clipId, mayLink } = view.clip;
  const more = (
    <>
      {mayLink ? (
        <ShareButton subject={{ kind: "clip", id: clipId }}>{t("shareClip")}</ShareButton>
      ) : null}
      <LinkButton to={paths.libraries({ clip: clipId })}>{t("addToLibrary")}</LinkButton>
    </>
  );
  return <ClipPage {...view} answer={answer} more={more} />;
}
