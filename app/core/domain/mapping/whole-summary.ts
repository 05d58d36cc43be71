import type { CrmField } from "../connection/connection-types.ts";
import type { OutputItem, OutputType } from "../summary/output.ts";
import type { Converted, ConvertContext } from "./convert.ts";
import { compatible } from "./compatible.ts";
import { asHtml, asText, escapeHtml, fitHtml, fitText } from "./texts.ts";

export type SummarySection = {
  title: string;
  type: OutputType;
  items: readonly OutputItem[];
  columns: readonly string[];
};

/** Everything a summary holds as one text under its headings, what was not discussed left out; the call's link ends it. */
export function convertSummary(
  sections: readonly SummarySection[],
  field: Pick<CrmField, "type" | "length">,
  context: Omit<ConvertContext, "columns">,
): Converted {
  if (!compatible("summary", field.type)) return { nothing: "impossible" };
  const filled = sections.filter(({ items, type }) => items.length > 0 && type !== "boolean");
  if (filled.length === 0) return { nothing: "not_discussed" };
  const link = context.playbackUrl;
  if (field.type === "richtext") {
    const pieces = filled.map(({ title, type, items, columns }) => {
      const { open, pieces: lines, close } = asHtml(type, items, { ...context, columns });
      return `<p><strong>${escapeHtml(title)}</strong></p>${open}${lines.join("")}${close}`;
    });
    const url = escapeHtml(link);
    const end = `<p><a href="${url}">${url}</a></p>`;
    const words = { ...context, columns: [] };
    return { value: fitHtml({ open: "", pieces: [...pieces, end], close: "" }, field, words) };
  }
  const parts = filled.map(
    ({ title, items, columns }) => `${title}\n${asText(items, "lines", { ...context, columns })}`,
  );
  const text = [...parts, link].join("\n\n");
  return { value: fitText(text, field, { ...context, columns: [] }) };
}
