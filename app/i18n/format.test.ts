import { describe, expect, test } from "vitest";
import {
  formatBytes,
  formatDate,
  formatDateTime,
  formatDay,
  formatDuration,
  formatNumber,
  formatPercent,
  formatSeconds,
  formatSpokenDuration,
  formatWhen,
  formatWhenInZone,
  zoneName,
} from "./format.ts";

const tokyo = { language: "en", zone: "Asia/Tokyo" } as const;
const tokyoJa = { language: "ja", zone: "Asia/Tokyo" } as const;
const words = {
  today: (time: string) => `Today ${time}`,
  yesterday: (time: string) => `Yesterday ${time}`,
  tomorrow: (time: string) => `Tomorrow ${time}`,
};
/** No-break spaces read as spaces here, so that the table shows what a person sees. */
const seen = (text: string) => text.replaceAll("\u00a0", " ").replaceAll("\u202f", " ");

test.each([
  [0, "0:00"],
  [999, "0:00"],
  [59_999, "0:59"],
  [60_000, "1:00"],
  [754_000, "12:34"],
  [3_599_999, "59:59"],
  [3_600_000, "1:00:00"],
  [3_723_000, "1:02:03"],
  [36_000_000, "10:00:00"],
  [-5, "0:00"],
  [Number.NaN, "0:00"],
])("%d ms is written %s", (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test.each([
  [754_000, "12 minutes 34 seconds", "12 分 34 秒"],
  [61_000, "1 minute 1 second", "1 分 1 秒"],
  [3_600_000, "1 hour", "1 時間"],
  [0, "0 seconds", "0 秒"],
])("%d ms is spoken in full", (ms, en, ja) => {
  expect(seen(formatSpokenDuration(ms, "en"))).toBe(en);
  expect(seen(formatSpokenDuration(ms, "ja")).replaceAll(" ", "")).toBe(ja.replaceAll(" ", ""));
});

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [1000, "1.0 kB"],
  [5_800_000, "5.8 MB"],
  [9_960_000, "10 MB"],
  [48_000_000, "48 MB"],
  [999_600_000, "1.0 GB"],
  [2_000_000_000_000_000, "2,000 TB"],
])("%d bytes are %s", (bytes, text) => {
  expect(seen(formatBytes(bytes, "en"))).toBe(text);
});

test("percent, seconds and numbers carry their unit and separators", () => {
  expect(seen(formatPercent(0.474, "en"))).toBe("47 %");
  expect(formatPercent(1, "ja")).toBe("100%");
  expect(seen(formatSeconds(940, "en"))).toBe("0.9 s");
  expect(seen(formatSeconds(940, "ja"))).toBe("0.9 秒");
  expect(formatNumber(1234567, "ja")).toBe("1,234,567");
});

describe("moments", () => {
  const now = "2026-11-21T01:30:00.000Z"; // 10:30 in Tokyo

  test.each([
    ["2026-11-20T15:00:00.000Z", "Today 00:00"],
    ["2026-11-20T14:59:59.000Z", "Yesterday 23:59"],
    ["2026-11-21T15:00:00.000Z", "Tomorrow 00:00"],
    ["2026-11-19T02:00:00.000Z", "Thu 11:00"],
    ["2026-11-10T02:00:00.000Z", "10 Nov 11:00"],
    ["2025-12-31T14:00:00.000Z", "31 Dec 2025"],
    ["2025-12-31T15:00:00.000Z", "1 Jan 00:00"],
  ])("%s reads %s in Tokyo", (iso, text) => {
    expect(seen(formatWhen(iso, now, tokyo, words)).replace(",", "")).toBe(text);
  });

  test("exact moments print their zone, in both languages", () => {
    expect(seen(formatDateTime("2026-11-21T06:30:00Z", tokyo))).toBe("21 Nov 2026, 15:30 JST");
    expect(seen(formatDateTime("2026-11-21T06:30:00Z", tokyoJa))).toBe("2026年11月21日 15:30 JST");
    const morning = { ...tokyo, zone: "America/New_York", hour12: true };
    expect(seen(formatDateTime("2026-11-21T05:05:00Z", morning))).toBe("21 Nov 2026, 12:05 am EST");
  });

  test("a day of the week stands before its time, in both languages", () => {
    const friday = "2026-11-20T10:30:00.000Z";
    const monday = "2026-11-23T01:30:00.000Z";
    expect(seen(formatWhen(friday, monday, tokyo, words))).toBe("Fri 19:30");
    expect(seen(formatWhen(friday, monday, tokyoJa, words))).toBe("金曜 19:30");
  });

  test("a moment of this year prints its zone, one of another year stands whole", () => {
    const seenAt = (iso: string) => seen(formatWhenInZone(iso, now, tokyo, words));
    expect(seenAt("2026-11-20T15:00:00.000Z")).toBe("Today 00:00 JST");
    expect(seenAt("2025-12-31T14:00:00.000Z")).toBe("31 Dec 2025, 23:00 JST");
  });

  test("midnight is 00:00, never 24:00", () => {
    expect(seen(formatDateTime("2026-11-20T15:00:00Z", tokyoJa))).toContain("0:00");
    expect(seen(formatDateTime("2026-11-20T15:00:00Z", tokyoJa))).not.toContain("24:00");
  });

  test("a zone is named as its people name it, winter and summer", () => {
    expect(zoneName("2026-01-10T00:00:00Z", "Europe/Berlin")).toBe("CET");
    expect(zoneName("2026-07-10T00:00:00Z", "Europe/Berlin")).toBe("CEST");
    expect(zoneName("2026-07-10T00:00:00Z", "America/Los_Angeles")).toBe("PDT");
    expect(zoneName("2026-07-10T00:00:00Z", "UTC")).toBe("UTC");
    expect(zoneName("2026-07-10T00:00:00Z", "Asia/Kathmandu")).toBe("GMT+5:45");
  });

  test("the title of a day and a date", () => {
    expect(formatDay(now, tokyo)).toBe("Saturday 21 November");
    expect(formatDay(now, tokyoJa)).toBe("11月21日(土)");
    expect(formatDate("2026-11-20T15:00:00Z", tokyo)).toBe("21 Nov 2026");
  });
});
