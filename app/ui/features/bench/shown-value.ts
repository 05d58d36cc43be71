import type { TFunction } from "i18next";
import type { EvidenceView } from "#app/core/domain/summary/summary-views.ts";
import type { JsonValue } from "#app/core/domain/views.ts";

type Format = {
  date: (iso: string) => string;
  number: (value: number, decimals?: number) => string;
};

/** A typed value beside its quote; null where the quote says it all. */
export function shownValue(
  value: JsonValue,
  evidence: readonly EvidenceView[],
  format: Format,
  t: TFunction<"bench">,
): string | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const quotes = evidence.map(({ quote }) => quote);
  const text = (key: string): string | null => {
    const found = value[key];
    return typeof found === "string" && found !== "" && !quotes.includes(found) ? found : null;
  };
  const amount = value["amount"] ?? value["number"];
  if (typeof amount === "number")
    return [
      format.number(amount, Number.isInteger(amount) ? 0 : 2),
      text("currency") ?? text("unit"),
    ]
      .filter(Boolean)
      .join(" ");
  const day = text("date") ?? text("due");
  if (day !== null) return format.date(day);
  if (typeof value["is"] === "boolean") return t(value["is"] ? "yes" : "no");
  const { options } = value;
  if (Array.isArray(options)) return options.filter((one) => typeof one === "string").join(", ");
  return text("option") ?? text("name") ?? text("url") ?? text("text");
}
