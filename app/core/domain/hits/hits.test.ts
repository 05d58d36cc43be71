import { describe, expect, test } from "vitest";
import { computeMetrics } from "../metrics/metrics.ts";
import { spokenWords, type SpokenSegment } from "../words/spoken.ts";
import { callOf, seeded } from "../metrics/test-calls.ts";
import { DIALOGUE, segmentsOf } from "../metrics/test-dialogue.ts";
import { findHits } from "./hits.ts";
import { FLEET_CALL, JAPANESE_CALL, segmentsOfLines } from "./test-calls.ts";
import { cutTiles } from "./tiling.ts";

const CLOCK = { startedAt: "2026-06-10T15:00:00Z", timeZone: "Asia/Tokyo" };
const hitsOf = (
  segments: readonly SpokenSegment[],
  language = "en",
  clock = CLOCK,
  isRough = false,
) => {
  const durationMs = segments.reduce((end, { t1Ms }) => Math.max(end, t1Ms), 0) + 1000;
  const metrics = computeMetrics(callOf(spokenWords(segments), durationMs, { language }));
  return { ...findHits({ segments, language, clock, metrics, isRough }), durationMs };
};
const names = (segments: readonly SpokenSegment[], language?: string) =>
  hitsOf(segments, language).topics.map(({ name, keywords }) => name ?? keywords.join(" "));

describe("topics", () => {
  test("of the dialogue begin with the intro and end with next steps", () => {
    const found = names(segmentsOf(DIALOGUE));
    expect(found[0]).toBe("intro");
    expect(found.at(-1)).toBe("next_steps");
    expect(found).toEqual(expect.arrayContaining(["problem", "pricing"]));
    expect(found.length).toBeGreaterThanOrEqual(5);
  });

  test("of a call never seen before are those it went through", () => {
    expect(names(segmentsOfLines(FLEET_CALL))).toEqual([
      "intro",
      "current_process",
      "demo",
      "pricing",
      "next_steps",
    ]);
  });

  test("of a Japanese call", () => {
    const found = names(segmentsOfLines(JAPANESE_CALL, 260), "ja");
    expect(found.length).toBeGreaterThanOrEqual(3);
    expect(found).toEqual(expect.arrayContaining(["demo", "next_steps"]));
    expect(found.join()).toMatch(/problem|current_process/);
  });

  test("without a cue are named by words of the call", () => {
    const garden = [
      "tulips need deep soil and water",
      "the roses like soil with compost",
      "tulips bloom before roses",
      "compost keeps the soil warm",
    ];
    const lines = Array.from({ length: 16 }, (_, n) => `R ${garden[n % 4] ?? ""}`);
    const { topics, hits } = hitsOf(segmentsOfLines(lines));
    expect(topics).toHaveLength(1);
    expect(topics[0]?.name).toBeNull();
    for (const word of topics[0]?.keywords ?? []) expect(lines.join(" ")).toContain(word);
    expect(hits.find(({ kind }) => kind === "topic")).toMatchObject({
      rule: "topic.keywords",
      isUnsure: true,
    });
    // The built-in engine's words may never have been said: they name nothing.
    const rough = hitsOf(segmentsOfLines(lines), "en", CLOCK, true);
    expect(rough.topics).toEqual([]);
    expect(rough.hits.filter(({ kind }) => kind === "topic")).toEqual([]);
    const named = hitsOf(segmentsOfLines(FLEET_CALL), "en", CLOCK, true);
    expect(named.topics).toEqual(hitsOf(segmentsOfLines(FLEET_CALL)).topics);
  });

  test("are in order, do not overlap, lie inside the call and are the same on a second run", () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const random = seeded(seed);
      const turns = DIALOGUE.toSorted(() => random() - 0.5).slice(0, 1 + Math.floor(random() * 48));
      const segments = segmentsOf(turns, seed);
      const { topics, durationMs } = hitsOf(segments);
      topics.forEach((topic, n) => {
        expect(topic.t0Ms).toBeGreaterThanOrEqual(topics[n - 1]?.t1Ms ?? 0);
        expect(topic.t1Ms).toBeGreaterThan(topic.t0Ms);
        expect(topic.t1Ms).toBeLessThanOrEqual(durationMs);
      });
      expect(hitsOf(structuredClone(segments)).topics).toEqual(topics);
    }
  });

  test("a row is cut where its words change, and never into slivers", () => {
    const tile = (terms: string, n: number) => ({
      terms: terms.split(" "),
      t0Ms: n * 10_000,
      t1Ms: n * 10_000 + 9000,
    });
    const about = (n: number) =>
      n < 12 ? `price cost offer x${String(n % 3)}` : `truck road depot y${String(n % 3)}`;
    expect(cutTiles(Array.from({ length: 24 }, (_, n) => tile(about(n), n)))).toContain(12);
    expect(cutTiles([])).toEqual([]);
    expect(cutTiles([tile("one", 0), tile("two", 1)])).toEqual([]);
  });
});

describe("promises", () => {
  test("name speaker, words, rule and the day in the call's zone", () => {
    const { promises } = hitsOf(segmentsOfLines(FLEET_CALL));
    expect(
      promises.map(({ participantId, rule, due, isUnsure }) => [
        participantId,
        rule,
        due?.date ?? null,
        isUnsure,
      ]),
    ).toEqual([
      ["rep", "promise.will", "2026-06-18", false],
      ["customer", "promise.will", "2026-06-18", false],
    ]);
    expect(promises[0]?.due?.at).toBe("2026-06-18T14:59:00.000Z");
  });

  test("an offer is unsure, a plan of others is none", () => {
    const { promises } = hitsOf(
      segmentsOfLines([
        "R I can send you the slides.",
        "C They will send it to you.",
        "R Maybe I will call you on Friday at 3 pm.",
      ]),
    );
    expect(promises.map(({ rule, isUnsure }) => [rule, isUnsure])).toEqual([
      ["promise.offer", true],
      ["promise.will", true],
    ]);
    expect(promises[1]?.due?.at).toBe("2026-06-12T06:00:00.000Z");
  });

  test("in Japanese", () => {
    const { promises } = hitsOf(segmentsOfLines(JAPANESE_CALL, 260), "ja");
    expect(promises.map(({ quote, due }) => [quote, due?.date])).toEqual([
      ["では見積書を来週の火曜日までにお送りします。", "2026-06-16"],
    ]);
  });
});

describe("hits", () => {
  test("carry rule, segment and speaker, and every quote is in its segment", () => {
    for (const [lines, language] of [
      [FLEET_CALL, "en"],
      [JAPANESE_CALL, "ja"],
    ] as const) {
      const segments = segmentsOfLines(lines);
      const { hits } = hitsOf(segments, language);
      const kinds = hits.map(({ kind }) => kind);
      expect(kinds).toEqual(expect.arrayContaining(["topic", "question", "promise"]));
      for (const hit of hits) {
        const segment = segments.find(({ no }) => no === hit.segment);
        expect(segment).toBeDefined();
        expect(hit.rule.startsWith(`${hit.kind}.`)).toBe(true);
        if (hit.kind === "promise") expect(segment?.text).toContain(hit.label);
        if (hit.kind !== "topic") expect(hit.participantId).toBe(segment?.participantId);
        expect(hit.t0Ms).toBeLessThanOrEqual(hit.t1Ms);
      }
      expect(hits.map(({ t0Ms }) => t0Ms)).toEqual(
        hits.map(({ t0Ms }) => t0Ms).sort((a, b) => a - b),
      );
    }
  });

  test("fillers are hits with their word", () => {
    const { hits } = hitsOf(segmentsOfLines(["R um we kind of need that"]));
    expect(
      hits.filter(({ kind }) => kind === "filler").map(({ label, rule }) => [label, rule]),
    ).toEqual([
      ["um", "filler.lexicon"],
      ["kind of", "filler.lexicon"],
    ]);
  });

  test("a call without words, with one word or of an unknown language has none or few", () => {
    expect(hitsOf([]).hits).toEqual([]);
    expect(hitsOf(segmentsOfLines(["R hello"])).promises).toEqual([]);
    expect(() => hitsOf(segmentsOfLines(["R guten Morgen zusammen"]), "de")).not.toThrow();
  });
});
