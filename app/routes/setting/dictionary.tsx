import { json, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { dictionaryCommands } from "#app/core/pages/dictionary-commands.server.ts";
import { getDictionaryPage } from "#app/core/pages/dictionary.server.ts";
import { memberCommands, signedIn } from "#app/http/route.server.ts";
import { pageTitle } from "#app/i18n/page-title.ts";
import { paths } from "#app/paths.ts";
import { DictionaryPage } from "#app/ui/features/setting/dictionary/dictionary-page.tsx";

export const meta = pageTitle("dictionary");

export const loader = signedIn("dictionary.list", z.object({}), async ({ actor, search }) => {
  const query = {
    ...{ tab: search.get("tab"), archived: search.get("archived") },
    ...{ open: search.get("open"), q: search.get("q"), test: search.get("test") },
    language: search.get("language"),
  };
  return json(await getDictionaryPage(actor, query));
});

export const action = memberCommands(dictionaryCommands, {
  params: z.object({}),
  situation: () => ({}),
  answers: {
    preview_tracker: ({ result }) => json({ ok: true, intent: "preview_tracker", ...result }),
    preview_lexicon: ({ result }) => json({ ok: true, intent: "preview_lexicon", ...result }),
    count_words: ({ result: { runId }, search }) =>
      redirect(
        runId === null
          ? paths.dictionary({ tab: "lexicons", language: search.get("language") })
          : paths.recordings({ run: runId }),
      ),
    import_terms: ({ result }) => json({ ok: true, intent: "import_terms", ...result }),
    change_term: ({ result: { runId }, search }) =>
      redirect(
        runId === null
          ? paths.dictionary({ tab: search.get("tab"), q: search.get("q") })
          : paths.recordings({ run: runId }),
      ),
    change_tracker: ({ result: { runId }, search }) =>
      redirect(
        runId === null
          ? paths.dictionary({ archived: search.get("archived") })
          : paths.recordings({ run: runId }),
      ),
  },
  otherwise: ({ search }) =>
    redirect(
      paths.dictionary({
        tab: search.get("tab"),
        archived: search.get("archived"),
        q: search.get("q"),
        language: search.get("language"),
      }),
    ),
});

export default function DictionaryRoute() {
  const answer: unknown = useActionData();
  return <DictionaryPage {...useLoaderData<typeof loader>()} answer={answer} />;
}
