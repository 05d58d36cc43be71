import { describe, expect, test } from "vitest";
import { FLEET_CALL, JAPANESE_CALL, segmentsOfLines } from "../hits/test-calls.ts";
import { placeWords, type SpokenSegment } from "../words/spoken.ts";
import { seeded } from "../metrics/test-calls.ts";
import { DIALOGUE, segmentsOf } from "../metrics/test-dialogue.ts";
import { isSupported, verifyEvidence } from "./evidence.ts";
import { highlightsOf, sectionsOf, type HighlightsInput } from "./summary.ts";
import { wordsIn } from "./terms.ts";

const AT = { callStartedAt: "2026-06-10T15:00:00Z", timeZone: "UTC" };
const TEMPLATES = ["sales_meeting", "discovery"] as const;
const summarise = (segments: readonly SpokenSegment[], rest: Partial<HighlightsInput> = {}) =>
  highlightsOf({ segments, language: "en", ...AT, ...rest });
const quotes = (result: ReturnType<typeof summarise>, section: string, type?: string) =>
  result.outputs
    .filter((output) => output.section === section && (!type || output.type === type))
    .flatMap(({ evidence }) => evidence.map(({ quote }) => quote));

describe("highlights of the dialogue", () => {
  const meeting = summarise(segmentsOf(DIALOGUE));
  const discovery = summarise(segmentsOf(DIALOGUE), {
    template: "discovery",
    competitors: [{ value: "Gong", words: ["gong"] }],
  });

  test("have every section of their template in order", () => {
    const keys = (result: typeof meeting) => [
      ...new Set(result.outputs.map(({ section }) => section)),
    ];
    expect(keys(meeting)).toEqual(["agenda", "issue", "proposal", "decision", "next_action"]);
    expect(keys(discovery)).toEqual([
      "situation",
      "pain",
      "authority",
      "budget",
      "timing",
      "next_step",
    ]);
    expect(meeting.outputs.map(({ ord }) => ord)).toEqual(meeting.outputs.map((_, n) => n));
  });

  test("quote what a reader would look for", () => {
    expect(quotes(discovery, "pain").join()).toContain("the biggest problem is time");
    expect(quotes(discovery, "authority").join()).toContain("chief financial officer");
    expect(quotes(discovery, "budget").join()).toContain("sixty thousand dollars");
    expect(quotes(discovery, "timing").join()).toContain("september first");
    expect(quotes(meeting, "agenda").join()).toContain("before we start");
    expect(quotes(meeting, "proposal").join()).toContain("let me show you how our product");
  });

  test("hold typed values with their evidence", () => {
    const value = (field: string) =>
      discovery.outputs.find(({ value }) =>
        JSON.stringify(value).startsWith(`{"field":"${field}"`),
      );
    expect(value("budget_amount")).toMatchObject({
      type: "money",
      value: { amount: 60_000 },
      certainty: "said",
    });
    expect(value("go_live")).toMatchObject({ type: "date", value: { date: "2026-09-01" } });
    expect(value("competitor")).toMatchObject({ value: { option: "Gong" } });
    expect(value("price")?.evidence[0]?.segment).toBe(34);
  });

  test("list next actions once, with owner and due date", () => {
    const tasks = meeting.outputs
      .filter(({ section }) => section === "next_action")
      .map(({ value }) => value);
    expect(tasks).toContainEqual(
      expect.objectContaining({
        task: "i will send the security documents and the proposal by thursday",
        owner: "rep",
        due: "2026-06-11",
      }),
    );
    expect(
      tasks.filter((task) => JSON.stringify(task).includes("security documents")),
    ).toHaveLength(1);
  });
});

describe("highlights of unseen calls", () => {
  test("English with punctuation", () => {
    const result = summarise(segmentsOfLines(FLEET_CALL), { template: "discovery" });
    expect(quotes(result, "situation", "bullets").join()).toMatch(/spreadsheets|dispatchers/);
    expect(quotes(result, "pain", "bullets").join()).toContain("The biggest problem");
    expect(quotes(result, "authority", "bullets").join()).toContain("CFO");
    expect(result.outputs).toContainEqual(
      expect.objectContaining({
        type: "money",
        value: expect.objectContaining({ field: "budget_amount", amount: 50_000 }) as unknown,
      }),
    );
  });

  test("Japanese", () => {
    const result = summarise(segmentsOfLines(JAPANESE_CALL, 260), {
      language: "ja",
      template: "discovery",
    });
    expect(quotes(result, "pain").join()).toContain("課題は入力漏れです。");
    expect(quotes(result, "authority").join()).toContain("決裁");
    const values = result.outputs.map(({ value }) => value);
    expect(values).toContainEqual(
      expect.objectContaining({ field: "budget_amount", amount: 6_000_000 }),
    );
    expect(values).toContainEqual(
      expect.objectContaining({ field: "go_live", date: "2026-09-01" }),
    );
    expect(values).toContainEqual(expect.objectContaining({ ownerSide: "R", due: "2026-06-16" }));
  });
});

describe("what was not discussed says so", () => {
  const WEATHER = [
    "R it rained the whole weekend over here",
    "C oh we had sunshine and went to the lake",
    "R lovely the children must have enjoyed it",
    "C they swam until the evening and slept in the car",
    "R my daughter plays the violin these evenings",
    "C mine prefers football and cookies",
  ];

  test("small talk fills no section with quotes", () => {
    for (const template of TEMPLATES) {
      const { outputs } = summarise(segmentsOfLines(WEATHER), { template });
      expect(
        outputs.every(
          ({ certainty, evidence }) => certainty === "not_discussed" && evidence.length === 0,
        ),
      ).toBe(true);
      expect(outputs.every(({ whyEmpty }) => whyEmpty === "not_discussed")).toBe(true);
    }
  });

  test("an empty transcript, one word, one speaker", () => {
    const empty = summarise([]);
    expect(empty.outputs.map(({ whyEmpty }) => whyEmpty)).toEqual(Array(5).fill("no_words"));
    expect(summarise(segmentsOfLines(["R hello"])).outputs).toHaveLength(5);
    const alone = summarise(segmentsOf(DIALOGUE).filter(({ side }) => side === "R"));
    expect(quotes(alone, "proposal").length).toBeGreaterThan(0);
  });

  test("a language without sections of its own still answers", () => {
    expect(
      summarise(segmentsOfLines(["R guten Tag zusammen"]), { language: "de" }).outputs,
    ).toHaveLength(5);
  });
});

/** The dialogue with its words shuffled, dropped, punctuated and paused at random. */
function randomSegments(seed: number): SpokenSegment[] {
  const random = seeded(seed);
  const pool = [...DIALOGUE, ...FLEET_CALL.map((line) => line.slice(2))].flatMap((text) =>
    text.split(" "),
  );
  let at = 0;
  return Array.from({ length: Math.floor(random() * 40) }, (_, no) => {
    const words = Array.from({ length: 1 + Math.floor(random() * 90) }, () => {
      const t0Ms = at + (random() < 0.05 ? 900 : 20);
      at = t0Ms + 100 + Math.round(random() * 300);
      return { text: pool[Math.floor(random() * pool.length)] ?? "a", t0Ms, t1Ms: at };
    });
    const side = random() < 0.5 ? ("R" as const) : ("C" as const);
    return { no: no * 2, participantId: side, side, t0Ms: words[0]?.t0Ms ?? at, t1Ms: at, words };
  });
}

test("every quote of any transcript is an exact piece of its segment, short, at its time; nothing is dropped", () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const segments = randomSegments(seed);
    for (const template of TEMPLATES) {
      const result = summarise(segments, { template });
      expect(result.dropped).toBe(0);
      for (const output of result.outputs) {
        expect(output.certainty === "not_discussed").toBe(output.evidence.length === 0);
        for (const item of output.evidence) {
          const segment = segments.find(({ no }) => no === item.segment);
          expect(isSupported(item, segment)).toBe(true);
          const { text, places } = placeWords(segment ?? { words: [] });
          const first = segment?.words.findIndex(({ t0Ms }) => t0Ms === item.t0Ms) ?? -1;
          expect(text.slice(places[first]?.from).startsWith(item.quote)).toBe(true);
          expect(wordsIn(item.quote, "en")).toBeLessThanOrEqual(40);
        }
      }
    }
  }
});

test("a second run gives the same bytes", () => {
  for (const segments of [
    segmentsOf(DIALOGUE),
    segmentsOfLines(JAPANESE_CALL),
    randomSegments(3),
  ]) {
    for (const template of TEMPLATES) {
      const run = (input: readonly SpokenSegment[]) =>
        JSON.stringify(summarise(input, { template }));
      expect(run(structuredClone(segments))).toBe(run(segments));
    }
  }
});

describe("verifyEvidence", () => {
  const [segment] = segmentsOfLines(["R We will ship on Monday."]);
  if (!segment) throw new Error("no segment");
  const good = {
    segment: 0,
    participantId: "rep",
    side: "R" as const,
    t0Ms: 0,
    t1Ms: 600,
    quote: "We will ship",
  };

  test.each([
    ["changed words", { ...good, quote: "We shall ship" }],
    ["changed case", { ...good, quote: "we will ship" }],
    ["another segment", { ...good, segment: 7 }],
    ["another speaker", { ...good, participantId: "customer" }],
    ["another side", { ...good, side: "C" as const }],
    ["a later time", { ...good, t1Ms: 99_000 }],
    ["nothing quoted", { ...good, quote: " " }],
  ])("drops and counts %s", (_, bad) => {
    expect(verifyEvidence([{ evidence: [bad] }], [segment])).toEqual({ outputs: [], dropped: 1 });
  });

  test("keeps an output as long as one quote stands", () => {
    const { outputs, dropped } = verifyEvidence(
      [{ evidence: [{ ...good, quote: "x" }, good] }],
      [segment],
    );
    expect([outputs, dropped]).toEqual([[{ evidence: [good] }], 0]);
  });
});

test("quotes follow the stored text where it differs from the words in spacing", () => {
  const words = ["We", "need", "approval", "from", "our", "CFO"].map((text, n) => ({
    text,
    t0Ms: n * 300,
    t1Ms: n * 300 + 280,
  }));
  const text = "We need approval  from our CFO";
  const { outputs } = summarise(
    [{ no: 4, participantId: "c", side: "C", t0Ms: 0, t1Ms: 1800, text, words }],
    { template: "discovery" },
  );
  expect(outputs.find(({ section }) => section === "authority")?.evidence[0]?.quote).toBe(text);
});

test("every built-in section has a key of its own", () => {
  for (const language of ["en", "ja"]) {
    for (const template of TEMPLATES) {
      const sections = sectionsOf(language, template);
      expect(new Set(sections.map(({ key }) => key)).size).toBe(sections.length);
    }
  }
});

describe("a sentence that is quoted", () => {
  const LINES = [
    "R Good morning Ana, thanks for taking the time.",
    "C Our biggest problem is that orders arrive late and nobody knows why.",
    "R We have a problem with that ourselves.",
    "R What is the biggest problem for your drivers?",
    "C The budget for this is $40,000 and our CFO has to sign it.",
    "C I'll send you the list of problems on Friday.",
    "C We currently use two depots with ninety drivers.",
  ];
  const summary = summarise(segmentsOfLines(LINES), { template: "discovery" });
  const all = summary.outputs
    .filter(({ type }) => type === "bullets")
    .flatMap(({ evidence }) => evidence.map(({ quote }) => quote));

  test("is of the side the section is about, no question, no greeting and no task", () => {
    expect(quotes(summary, "pain", "bullets")).toEqual([LINES[1]?.slice(2)]);
    expect(quotes(summary, "situation", "bullets")).toEqual([LINES[6]?.slice(2)]);
  });

  test("stands under one section only", () => {
    expect(all.filter((quote) => quote.startsWith("The budget"))).toHaveLength(1);
    expect(new Set(all).size).toBe(all.length);
  });

  test("fits by words that were heard, not by one that was probably another", () => {
    const heard = (confidence: number) =>
      summarise(
        segmentsOfLines(["C there is some budget left for the next season"]).map((segment) => ({
          ...segment,
          words: segment.words.map((word) => ({
            ...word,
            confidence: word.text === "budget" ? confidence : 90,
          })),
        })),
        { template: "discovery" },
      );
    expect(quotes(heard(80), "budget", "bullets")).toHaveLength(1);
    expect(quotes(heard(20), "budget", "bullets")).toEqual([]);
  });
});
