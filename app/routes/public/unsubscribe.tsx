import { json } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { findUnsubscribe, unsubscribe } from "#app/core/pages/unsubscribe.server.ts";
import { originOf } from "#app/http/actor.server.ts";
import { visitor } from "#app/http/route.server.ts";
import { pageTitle } from "#app/i18n/page-title.ts";
import { IncompleteLink } from "#app/ui/components/layout/incomplete-link.tsx";
import { UnsubscribePage } from "#app/ui/features/account/unsubscribe-page.tsx";

const params = z.object({ token: z.string().max(400) });

export const meta = pageTitle("unsubscribe");

/** Asks first: a mail program that looks at every link of an e-mail must not stop it. */
export const loader = visitor("unsubscribe.use", params, async ({ params }) => {
  const found = findUnsubscribe(params.token);
  return Promise.resolve(
    found === null
      ? json({ isIncomplete: true } as const, { status: 404 })
      : json({ isIncomplete: false, ...found } as const),
  );
});

/** The button of the page, and a mail program's own (RFC 8058), whose fields say nothing: the token is the proof. */
export const action = visitor({ POST: "unsubscribe.use" }, params, async ({ params, request }) => {
  await unsubscribe(params.token, originOf(request));
  return json({ isDone: true });
});

export default function UnsubscribeRoute() {
  const isDone = useActionData<typeof action>() !== undefined;
  const data = useLoaderData<typeof loader>();
  return data.isIncomplete ? (
    <IncompleteLink />
  ) : (
    <UnsubscribePage what={data.what} isDone={isDone} />
  );
}
