import type { LogColumn } from "#app/core/domain/audit/log-export.server.ts";
import { createServerI18n } from "#app/i18n/i18n.server.ts";
import type { Language } from "#app/i18n/languages.ts";
import { attachment } from "./attachment.server.ts";

const MIME = { csv: "text/csv; charset=utf-8", jsonl: "application/x-ndjson; charset=utf-8" };

/** How a log becomes a file of the reader's: its headings, its type and its name. */
export function logFile(log: "system" | "user", format: "csv" | "jsonl", language: Language) {
  const { t } = createServerI18n(language);
  return {
    heading: (column: LogColumn): string => t(`log:column.${column}`),
    answer: (body: string): Response =>
      new Response(body, {
        headers: {
          "Content-Type": MIME[format],
          "Content-Disposition": attachment(`${log}-log.${format}`),
        },
      }),
  };
}
