import type { TFunction } from "i18next";

/** Formatting the values need; the shape of `useFormat()`. */
type Format = {
  date: (iso: string) => string;
  number: (value: number, decimals?: number) => string;
  percent: (ratio: number) => string;
};
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-/;
const DAY = /^\d{4}-\d{2}-\d{2}/;

/**
 * A typed value of a summary as people read it, null when there is nothing to say beside the quote.
 * Values come from templates of any version, so each shape is looked at before it is believed.
 * @param quotes what stands beside the value; a task in the same words is not said twice
 */
export function valueText(
  t: TFunction<"summary">,
  format: Format,
  value: unknown,
  quotes: readonly string[] = [],
): string | null {
  if (typeof value === "string") return DAY.test(value) ? format.date(value) : value.trim() || null;
  if (typeof value === "number") return format.number(value, Number.isInteger(value) ? 0 : 1);
  if (Array.isArray(value)) {
    const texts = value
      .map((entry: unknown) => valueText(t, format, entry))
      .filter((text) => text !== null);
    return texts.length === 0 ? null : texts.join(", ");
  }
  if (typeof value !== "object" || value === null) return null;
  return recordText(t, format, new Map<string, unknown>(Object.entries(value)), quotes);
}

function recordText(
  t: TFunction<"summary">,
  format: Format,
  value: Map<string, unknown>,
  quotes: readonly string[],
): string | null {
  const text = (key: string) => {
    const found = value.get(key);
    return typeof found === "string" && found.trim() !== "" ? found.trim() : null;
  };
  const task = text("task") ?? text("action");
  if (task !== null) {
    const due = text("due");
    const when = due === null ? (text("duePhrase") ?? text("dueRaw")) : format.date(due);
    const isQuoted = quotes.some((quote) => bare(quote).includes(bare(task)));
    const owner = ownerText(t, text, value.get("isBoth") === true);
    const plain = task.replace(/[.。]$/u, "");
    const what = owner === null ? plain : t("fieldValue", { field: owner, value: plain });
    return (
      [isQuoted ? owner : what, when === null ? null : t("promise.due", { date: when })]
        .filter((part) => part !== null)
        .join(", ") || null
    );
  }
  const percent = value.get("percent");
  if (typeof percent === "number") return format.percent(percent / 100);
  const amount = value.get("value") ?? value.get("amount") ?? value.get("number") ?? value.get("n");
  const unit = text("currency") ?? text("unit");
  if (typeof amount === "number") {
    if (unit === "percent" || unit === "%") return format.percent(amount / 100);
    const figure = format.number(amount, Number.isInteger(amount) ? 0 : 2);
    if (unit === "users") return t("unit.users", { n: amount });
    const per = value.get("per");
    const units = Array.isArray(per) ? per.filter((one) => typeof one === "string") : [];
    return [unit === null ? figure : `${figure} ${unit}`, ...units].join(" / ");
  }
  const day = text("date");
  if (day !== null) return format.date(day);
  const cells = value.get("cells");
  if (Array.isArray(cells)) return cells.filter((cell) => typeof cell === "string").join(" · ");
  if (value.has("is")) {
    const is = value.get("is");
    return t(is === null ? "answer.open" : is === true ? "answer.yes" : "answer.no");
  }
  const options = value.get("options");
  if (Array.isArray(options)) return valueText(t, format, options);
  return (
    text("option") ?? text("text") ?? text("url") ?? text("name") ?? text("label") ?? text("iso")
  );
}

/** Without what sentence case and punctuation add for readers. */
const bare = (text: string): string => text.toLowerCase().replace(/[.?。？]/g, "");

/** Who does it: a name, else a side. An id of nobody who is known is nothing to read. */
function ownerText(
  t: TFunction<"summary">,
  text: (key: string) => string | null,
  isBoth: boolean,
): string | null {
  if (isBoth) return t("task.both");
  const name = text("ownerName") ?? text("owner");
  if (name !== null && !ID.test(name)) return name;
  const side = text("ownerSide");
  return side === "R" || side === "C" ? t(`task.${side}`) : null;
}
