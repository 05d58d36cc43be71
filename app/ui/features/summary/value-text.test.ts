import { expect, it } from "vitest";
import { EN } from "#app/i18n/generated/en.ts";
import { createI18n } from "#app/i18n/i18n.ts";
import { formatNumber, formatPercent } from "#app/i18n/format.ts";
import { figureText, partText } from "./metric-text.ts";
import { formatDuration, formatSeconds } from "#app/i18n/format.ts";
import { valueText } from "./value-text.ts";

const t = createI18n("en", { en: EN }).getFixedT("en", "summary");
const format = {
  date: (iso: string) => iso.slice(0, 10),
  number: (value: number, decimals?: number) => formatNumber(value, "en", decimals),
  percent: (ratio: number) => formatPercent(ratio, "en"),
  duration: formatDuration,
  seconds: (ms: number) => formatSeconds(ms, "en"),
};

it.each([
  [null, null],
  ["  ", null],
  ["Salesforce", "Salesforce"],
  [12, "12"],
  [{ value: 60_000, currency: "USD" }, "60,000 USD"],
  [{ amount: 79, currency: "USD", per: ["user", "month"] }, "79 USD / user / month"],
  [{ value: 12, unit: "percent" }, "12\u00a0%"],
  [["HubSpot", "Routely"], "HubSpot, Routely"],
  [{ field: "discount", percent: 12 }, "12\u00a0%"],
  [{ field: "quantity", number: 40, unit: "users" }, "40 seats"],
  [{ field: "system", options: ["SAP", "Excel"] }, "SAP, Excel"],
  [{ field: "competitor", option: "Gong" }, "Gong"],
  [{ field: "go_live", date: "2026-09-01", time: null, phrase: "in september" }, "2026-09-01"],
  [{ odd: true }, null],
])("a value %o reads %s", (value, text) => {
  expect(valueText(t, format, value)).toBe(text);
});
it("a task in the words of its quote is not said twice, however the quote is written for readers", () => {
  const task = { task: "i will send it by friday", owner: "Mari" };
  expect(valueText(t, format, task, ["Sure. I will send it by Friday."])).toBe("Mari");
  expect(valueText(t, format, task, ["Call me."])).toBe("Mari: i will send it by friday");
});
it("a task names who, what and when, and the spoken phrase where no date was found", () => {
  const task = { task: "send the offer", owner: "Mari", due: "2026-11-26" };
  expect(valueText(t, format, task)).toBe("Mari: send the offer, due 2026-11-26");
  expect(valueText(t, format, { action: "call back", dueRaw: "after lunch" })).toBe(
    "call back, due after lunch",
  );
});
it("a task in the words of its quote says who and when only, and never an id", () => {
  const task = {
    task: "i can send them by wednesday",
    owner: "01a1ff86-0e3a-7598-bee0-1fed5b574de9",
    ownerSide: "C",
    isBoth: false,
    due: "2026-11-25",
  };
  const quotes = ["yes i can send them by wednesday"];
  expect(valueText(t, format, { ...task, ownerName: "Jonas Weber" }, quotes)).toBe(
    "Jonas Weber, due 2026-11-25",
  );
  expect(valueText(t, format, task, quotes)).toBe("Customer, due 2026-11-25");
  expect(valueText(t, format, { ...task, due: null, ownerSide: null }, quotes)).toBeNull();
  expect(valueText(t, format, { ...task, isBoth: true, due: null }, quotes)).toBe("Both sides");
});
it("figures of metrics stand with the right number of decimals", () => {
  expect(figureText(format, 0.471, "ratio")).toBe("47\u00a0%");
  expect(figureText(format, 900, "ms")).toBe("0.9\u00a0s");
  expect(figureText(format, 102_000, "ms")).toBe("1:42");
  expect(figureText(format, 3.25, "per_min")).toBe("3.3");
  expect(partText(format, "callMs", 1_860_000)).toBe("31:00");
  expect(partText(format, "ofCall", 0.36)).toBe("36\u00a0%");
  expect(partText(format, "switches", 99)).toBe("99");
});
