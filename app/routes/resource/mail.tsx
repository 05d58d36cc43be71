import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { isEmailTemplate, EMAIL_TEMPLATES } from "#app/core/domain/notification/email-templates.ts";
import { readMailPage } from "#app/core/pages/mail.server.ts";
import { renderEmail } from "#app/core/mail/render.ts";
import { visitor } from "#app/http/route.server.ts";
import { MailPage } from "#app/ui/features/account/mail-page.tsx";
import { pageTitle } from "#app/i18n/page-title.ts";

export const meta = pageTitle("mail");

/** What would have been sent, on a machine without a mail server. */
export const loader = visitor("mail.read", z.object({}), async ({ request }) => {
  const waiting = await readMailPage(new URL(request.url).host);
  const letters = waiting.flatMap(({ id, to, template, language, facts, at }) => {
    if (!isEmailTemplate(template)) return [];
    const known = EMAIL_TEMPLATES[template].parse(facts);
    const written = renderEmail(template, language, known);
    return [{ id, to, at: at.toISOString(), language, url: known.url, ...written }];
  });
  return json({ letters });
});

export default function MailRoute() {
  return <MailPage emails={useLoaderData<typeof loader>().letters} />;
}
