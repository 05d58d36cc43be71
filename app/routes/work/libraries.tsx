import { json, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { librariesCommands } from "#app/core/pages/libraries-commands.server.ts";
import { getLibraries } from "#app/core/pages/libraries.server.ts";
import { memberCommands, signedIn } from "#app/http/route.server.ts";
import { pageTitle } from "#app/i18n/page-title.ts";
import { paths } from "#app/paths.ts";
import { LibrariesPage } from "#app/ui/features/library/libraries-page.tsx";

export const meta = pageTitle("libraries");

export const loader = signedIn("library.list", z.object({}), async ({ actor, search }) =>
  json(await getLibraries(actor, search)),
);

export const action = memberCommands(librariesCommands, {
  params: z.object({}),
  situation: () => ({}),
  answers: {
    // Where a call is on its way, it goes on into the new library.
    make_library: ({ result, search }) =>
      redirect(
        paths.library(result.libraryId, {
          ...{ add: search.get("add"), t0: search.get("t0"), t1: search.get("t1") },
          ...{ clip: search.get("clip"), clips: search.get("clips") },
        }),
      ),
  },
  otherwise: ({ search }) =>
    redirect(paths.libraries({ kind: search.get("kind"), q: search.get("q") })),
});

export default function LibrariesRoute() {
  const answer: unknown = useActionData();
  return <LibrariesPage {...useLoaderData<typeof loader>()} answer={answer} />;
}
