import { describe, expect, it } from "vitest";
import { segmentsOfLines } from "../hits/test-calls.ts";
import { cutWords } from "../words/words.ts";
import type { SpokenSegment } from "../words/spoken.ts";
import { OUTPUT_TYPES, type OutputType } from "./output.ts";
import type { AskedSection } from "./asked-section.ts";
import { templateHighlights } from "./template-highlights.ts";

const US = { id: "11111111-1111-4111-8111-111111111111", name: "Mari Kato", side: "R" as const };
const THEM = {
  id: "22222222-2222-4222-8222-222222222222",
  name: "Haruki Okabe",
  side: "C" as const,
};
const JAPANESE = {
  id: "33333333-3333-4333-8333-333333333333",
  name: "岡部 春樹",
  side: "C" as const,
};
const clock = { startedAt: "2026-11-25T01:30:00Z", timeZone: "Asia/Tokyo" };
type Person = { id: string; name: string; side: "R" | "C" };

const said = (lines: readonly [Person, string][]): SpokenSegment[] =>
  lines.map(([{ id, side }, text], at) => ({
    ...{ no: at + 1, participantId: id, side, text },
    ...{ t0Ms: at * 10_000, t1Ms: at * 10_000 + 9_000 },
    words: cutWords(text).map((word, n) => ({
      ...{ ...word, confidence: 95 },
      ...{ t0Ms: at * 10_000 + n * 100, t1Ms: at * 10_000 + n * 100 + 90 },
    })),
  }));

const CALL = said([
  [US, "Thank you for your time today, how was the weekend?"],
  [THEM, "If the cold trucks come late we lose the slot at the harbour."],
  [THEM, "Waiting charges cost us four thousand two hundred dollars a month, only in penalties."],
  [US, "How many trucks do you run at the moment?"],
  [THEM, "We run eighty five trucks out of two depots."],
  [THEM, "Haruki Okabe from purchasing decides about it together with me."],
  [THEM, "We looked at Routely last year but it did not fit."],
  [US, "I will send you the proposal by next Tuesday."],
  [THEM, "We might want the board to decide by the fifteenth of January."],
  [US, "All of it stands on www.parley.example/cold-chain if you want to read it."],
  [THEM, "We do not need an integration with the tachograph."],
]);

const section = (more: Partial<AskedSection>): AskedSection => ({
  ...{ key: "s", title: "Section", instruction: "", type: "bullets", isRequired: false },
  ...{
    lookFor: [],
    options: [],
    unit: null,
    currency: null,
    columns: [],
    maxLength: null,
    example: "",
    tuned: null,
  },
  ...more,
});
const answer = (
  more: Partial<AskedSection>,
  segments = CALL,
  people: Person[] = [US, THEM],
  language = "en",
) => templateHighlights({ segments, language, clock, people, sections: [section(more)] }).outputs;
const quotes = (outputs: ReturnType<typeof answer>) =>
  outputs.flatMap(({ evidence }) => evidence.map(({ quote }) => quote));

describe("Highlights of a template's section", () => {
  it("quote what its title, question and words to look for name", () => {
    expect(
      quotes(answer({ title: "Cost of the problem", lookFor: ["waiting charge", "penalty"] })),
    ).toEqual([
      "Waiting charges cost us four thousand two hundred dollars a month, only in penalties.",
    ]);
    expect(quotes(answer({ title: "Pain", lookFor: ["come late", "lose"], type: "text" }))).toEqual(
      ["If the cold trucks come late we lose the slot at the harbour."],
    );
    expect(answer({ title: "Trucks", type: "table" })).toMatchObject([
      { type: "table" },
      { type: "table" },
    ]);
  });

  it.each<[OutputType, Partial<AskedSection>, object]>([
    ["money", { title: "Cost", lookFor: ["waiting charges"] }, { amount: 4_200, currency: "USD" }],
    ["number", { title: "Trucks", unit: "trucks" }, { number: 85, unit: "trucks" }],
    ["date", { title: "Decision date", lookFor: ["decide"] }, { date: "2027-01-15" }],
    ["boolean", { title: "Integration" }, { is: false }],
    [
      "person",
      { title: "Decision makers", lookFor: ["decides"] },
      { participantId: THEM.id, name: THEM.name },
    ],
    ["url", { title: "Links" }, { url: "https://www.parley.example/cold-chain" }],
    [
      "enum",
      {
        title: "Competitor",
        options: [
          { value: "Gong", words: [] },
          { value: "Routely", words: ["route ly"] },
        ],
      },
      { option: "Routely" },
    ],
    ["checklist", { title: "Next steps" }, { owner: US.id, due: "2026-12-01" }],
  ])("find %s", (type, more, value) => {
    const [first] = answer({ ...more, type });
    expect(first).toMatchObject({ type, value });
    expect(first?.evidence.length).toBeGreaterThan(0);
  });

  it("keep doubt, and say when nothing was said", () => {
    expect(answer({ title: "Decision date", lookFor: ["board"], type: "date" })[0]?.certainty).toBe(
      "implied",
    );
    for (const type of OUTPUT_TYPES.filter((one) => one !== "checklist"))
      expect(
        answer(
          { title: "Insurance of elephants", type, ...(type === "url" && { title: "" }) },
          CALL.slice(0, 8),
        ),
      ).toEqual([
        {
          ...{ section: "s", type, ord: 0, value: null, evidence: [] },
          certainty: "not_discussed",
          whyEmpty: "not_discussed",
        },
      ]);
    expect(answer({ type: "checklist" }, [])).toMatchObject([{ whyEmpty: "no_words" }]);
  });

  it("read Japanese", () => {
    const call = said([
      [JAPANESE, "待機料だけで毎月四十二万円かかっています。"],
      [JAPANESE, "トラックは八十五台あります。"],
      [JAPANESE, "競合ではルートリーを検討しました。"],
    ]);
    const ja = (more: Partial<AskedSection>) => answer(more, call, [JAPANESE], "ja");
    expect(quotes(ja({ title: "課題のコスト", lookFor: ["待機料"] }))).toEqual([
      "待機料だけで毎月四十二万円かかっています。",
    ]);
    expect(ja({ title: "コスト", lookFor: ["待機料"], type: "money" })).toMatchObject([
      { value: { amount: 420_000, currency: "JPY" } },
    ]);
    expect(
      ja({ title: "競合", type: "enum", options: [{ value: "ルートリー", words: [] }] }),
    ).toMatchObject([{ value: { option: "ルートリー" } }]);
  });

  it("answer the same each time, within a second for an hour and twenty sections", () => {
    const hour = segmentsOfLines(
      Array.from({ length: 470 }, (_, n) => {
        const lines = CALL.map(({ text }) => text ?? "");
        return `${n % 2 === 0 ? "R" : "C"} ${lines[n % lines.length] ?? ""} That is number ${n} of what we said.`;
      }),
    );
    const sections = Array.from({ length: 20 }, (_, n) =>
      section({
        key: `s${n}`,
        title:
          ["Cost of the problem", "Trucks", "Decision", "Competitor", "Next step"][n % 5] ?? "",
        type: OUTPUT_TYPES[n % OUTPUT_TYPES.length] ?? "text",
        lookFor: ["waiting charges", "decides"],
      }),
    );
    const input = { segments: hour, language: "en", clock, people: [US, THEM], sections };
    const first = templateHighlights(input);
    expect(templateHighlights(input)).toEqual(first);
  });
});
