import * as z from "zod";
import { exportSummary, SUMMARY_FORMATS } from "#app/core/pages/summary-export.server.ts";
import { attachment } from "#app/http/attachment.server.ts";
import { languageOf, timeZoneOf } from "#app/http/language.server.ts";
import { signedIn } from "#app/http/route.server.ts";
import { formatDate, formatDuration, formatNumber, formatPercent } from "#app/i18n/format.ts";
import { serverI18n } from "#app/i18n/i18n.server.ts";
import { summaryJson, summaryText } from "#app/ui/features/summary/summary-text.ts";
import { sectionName } from "#app/ui/features/summary/texts.ts";

const MIME = { txt: "text/plain", json: "application/json" } as const;

/** The summary of a call as a file; how the address ends says which. */
export const loader = signedIn(
  "transcript.export",
  z.object({ callId: z.uuid() }),
  async ({ actor, params, request }) => {
    const { pathname } = new URL(request.url);
    const format = SUMMARY_FORMATS.find((name) => pathname.endsWith(`.${name}`)) ?? "txt";
    const call = { ...(await exportSummary(actor, params.callId, format)), address: null };
    const language = await languageOf(request);
    const place = { language, zone: timeZoneOf(request, actor) };
    const t = serverI18n(language).getFixedT(language, "summary");
    const titleOf = (key: string) =>
      call.summary.sections.find((section) => section.key === key)?.title ?? sectionName(t, key);
    const text = () =>
      summaryText(
        call,
        { t, titleOf },
        {
          duration: formatDuration,
          date: (iso) => formatDate(iso, place),
          number: (value, decimals) => formatNumber(value, language, decimals),
          percent: (ratio) => formatPercent(ratio, language),
        },
      );
    const body = format === "json" ? JSON.stringify(summaryJson(call, { titleOf })) : text();
    return new Response(`${body}\n`, {
      headers: {
        "Content-Type": `${MIME[format]}; charset=utf-8`,
        "Content-Disposition": attachment(`${call.title} summary.${format}`),
      },
    });
  },
);
