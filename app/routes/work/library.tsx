import { json, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { libraryCommands } from "#app/core/pages/library-commands.server.ts";
import { getLibrary } from "#app/core/pages/library.server.ts";
import { memberCommands, signedIn } from "#app/http/route.server.ts";
import { paths } from "#app/paths.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { ShareButton } from "#app/ui/features/sharing/share-button.tsx";
import { LibraryPage } from "#app/ui/features/library/library-page.tsx";

const params = z.object({ libraryId: z.uuid() });

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.library.name} · Parley` : "Parley" },
];

export const loader = signedIn("library.list", params, async ({ actor, params, search }) =>
  json(await getLibrary(actor, params.libraryId, search)),
);

export const action = memberCommands(libraryCommands, {
  params,
  situation: ({ params }) => params,
  answers: { delete_library: () => redirect(paths.libraries()) },
  otherwise: ({ params, search }) =>
    redirect(paths.library(params.libraryId, { folder: search.get("folder") })),
});

export default function LibraryRoute() {
  const answer: unknown = useActionData();
  const view = useLoaderData<typeof loader>();
  const { t } = useTranslation("library");
  const { id, can } = view.library;
  const more = can.manage ? (
    <ShareButton subject={{ kind: "library", id }}>{t("share")}</ShareButton>
  ) : null;
  return <LibraryPage key={id} {...view} {...{ answer, more }} />;
}
