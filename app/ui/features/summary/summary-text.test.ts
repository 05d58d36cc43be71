import { expect, test } from "vitest";
import type { SummaryOutputView } from "#app/core/domain/summary/summary-views.ts";
import type { PlaybackSummary } from "#app/core/pages/playback-views.ts";
import { formatDate, formatDuration, formatNumber, formatPercent } from "#app/i18n/format.ts";
import { serverI18n } from "#app/i18n/i18n.server.ts";
import type { Language } from "#app/i18n/languages.ts";
import { summaryJson, summaryText } from "./summary-text.ts";

const MARI = { id: "11111111-1111-4111-8111-111111111111", name: "Mari Kato" };
const ELENA = { id: "22222222-2222-4222-8222-222222222222", name: "Elena Duarte" };
const quoted = (speaker: string, t0Ms: number, quote: string) => ({
  ...{ ord: 0, segment: 0, participantId: null, speaker, side: null },
  ...{ t0Ms, t1Ms: t0Ms + 4_000, quote },
});
const output = (
  section: string,
  type: string,
  value: SummaryOutputView["value"],
  evidence: SummaryOutputView["evidence"],
): SummaryOutputView => ({
  ...{ id: `${section} ${evidence[0]?.t0Ms}`, section, ord: 0, type, value, evidence },
  ...{ certainty: "said", whyEmpty: null },
});
const section = (key: string, title: string, isRequired = false) => ({
  ...{ key, title, type: "bullets" as const, isRequired, ifNotDiscussed: null },
  ...{ options: [], columns: [] },
});

const SLOT = quoted("Elena Duarte", 8_000, "late trucks lose us the slot at the harbour.");
const SUMMARY: PlaybackSummary = {
  ...{ engine: "highlights@2", model: null, state: "done", note: null, dropped: 0 },
  ...{ isPending: false, uncertainQuotes: 0, uncertainSections: [] },
  template: { id: 101, version: 2, name: "Fleet", isBuiltIn: false },
  sections: [
    section("pain", "What hurts"),
    section("budget", "Budget"),
    section("steps", "Next steps"),
    section("quotes", "In their words"),
    section("competitor", "Competitor", true),
  ],
  edits: [
    {
      ...{ section: "pain", version: 1, by: "Mari Kato", at: "2026-11-27T10:00:00Z" },
      hasNew: false,
      items: [
        { type: "bullets", value: { text: "Late trucks cost them their slot" }, evidence: [SLOT] },
        { type: "bullets", value: { text: "They are tired of it" }, evidence: [] },
      ],
    },
  ],
  outputs: [
    output("pain", "bullets", null, [SLOT]),
    output("budget", "money", { amount: 60_000, currency: "USD" }, [
      quoted("Elena Duarte", 24_000, "We set aside sixty thousand dollars"),
    ]),
    output(
      "steps",
      "checklist",
      {
        ...{ task: "Send the proposal", owner: MARI.id, ownerName: MARI.name, due: "2026-12-01" },
        ...{ ownerSide: "R", isBoth: false, dueTime: null, duePhrase: "next Tuesday" },
      },
      [quoted("Mari Kato", 3_725_000, "I will send you the proposal by next Tuesday.")],
    ),
    output("quotes", "bullets", null, [
      quoted("Elena Duarte", 40_000, "We love it."),
      quoted("", 50_000, "So do we."),
    ]),
    { ...output("competitor", "enum", null, []), certainty: "not_discussed" },
  ],
};
const CALL = {
  ...{ title: "Fleet talk", startedAt: "2026-11-27T10:00:00Z", people: [MARI, ELENA] },
  ...{ address: "https://parley.test/playback/1", summary: SUMMARY },
};

function inWords(call: Parameters<typeof summaryText>[0], language: Language): string {
  const place = { language, zone: "UTC" };
  const t = serverI18n(language).getFixedT(language, "summary");
  const titleOf = (key: string) => SUMMARY.sections.find((one) => one.key === key)?.title ?? key;
  return summaryText(
    call,
    { t, titleOf },
    {
      duration: formatDuration,
      date: (iso) => formatDate(iso, place),
      number: (value, decimals) => formatNumber(value, language, decimals),
      percent: (ratio) => formatPercent(ratio, language),
    },
  );
}

test("a copied summary says which call it is, each item with its place, and what is missing", () => {
  expect(inWords(CALL, "en")).toBe(`Fleet talk
27 Nov 2026 · Mari Kato, Elena Duarte
https://parley.test/playback/1

What hurts
- Late trucks cost them their slot (0:08 Elena Duarte)
- They are tired of it

Budget
- 60,000 USD – “We set aside sixty thousand dollars” (0:24 Elena Duarte)

Next steps
- Mari Kato: Send the proposal, due 1 Dec 2026 (1:02:05 Mari Kato)

In their words
- “We love it.” (0:40 Elena Duarte)
- “So do we.” (0:50)

Missing: Competitor`);
});

test("in Japanese, and without what nobody knows", () => {
  const summary = { ...SUMMARY, sections: [], edits: [], outputs: SUMMARY.outputs.slice(0, 1) };
  const text = inWords({ ...CALL, startedAt: null, people: [], address: null, summary }, "ja");
  expect(text).toBe(`Fleet talk

What hurts
- “late trucks lose us the slot at the harbour.” (0:08 Elena Duarte)`);
});

test("as data it has values as they are stored, and who edited them", () => {
  const { sections, ...head } = summaryJson(CALL, { titleOf: (key) => key });
  expect(head).toMatchObject({ format: "parley.summary", version: 1, engine: "highlights@2" });
  expect(sections.map(({ key, editedBy, items }) => [key, editedBy, items.length])).toEqual([
    ["pain", "Mari Kato", 2],
    ["budget", null, 1],
    ["steps", null, 1],
    ["quotes", null, 1],
    ["competitor", null, 0],
  ]);
  expect(sections[1]?.items[0]).toEqual({
    ...{ value: { amount: 60_000, currency: "USD" }, certainty: "said" },
    evidence: [
      {
        ...{ speaker: "Elena Duarte", startMs: 24_000, endMs: 28_000 },
        quote: "We set aside sixty thousand dollars",
      },
    ],
  });
});
