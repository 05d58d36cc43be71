import { json, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { noticesCommands } from "#app/core/pages/notices-commands.server.ts";
import { getNotices } from "#app/core/pages/notices.server.ts";
import { memberCommands, signedIn } from "#app/http/route.server.ts";
import { pageTitle } from "#app/i18n/page-title.ts";
import { paths } from "#app/paths.ts";
import { useNoticesChanged } from "#app/ui/browser/notice-feed.ts";
import { NoticesPage } from "#app/ui/features/notice/notices-page.tsx";
import { useRevalidate } from "#app/ui/browser/use-revalidate.ts";

export const meta = pageTitle("notices");

export const loader = signedIn("notice.list", z.object({}), async ({ actor, search }) =>
  json(await getNotices(actor, search)),
);

export const action = memberCommands(noticesCommands, {
  params: z.object({}),
  situation: () => ({}),
  otherwise: () => redirect(paths.notices()),
});

export default function NoticesRoute() {
  const page = useLoaderData<typeof loader>();
  const revalidate = useRevalidate();
  useNoticesChanged(({ unread, newest }) => {
    const isShown = page.after !== null || newest === (page.notices[0]?.id ?? null);
    if (unread !== page.unread || !isShown) revalidate();
  });
  return <NoticesPage {...page} />;
}
