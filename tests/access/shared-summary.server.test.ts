import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { summariseVersion } from "#app/core/domain/analysis/summarise.server.ts";
import { renewCutWords } from "#app/core/domain/cut/upkeep.server.ts";
import {
  correctSpeaker,
  correctWords,
  revertTranscript,
} from "#app/core/domain/transcript/transcript-writes.server.ts";
import { encodeWords } from "#app/core/domain/words/words-codec.ts";
import { cutWords, spreadWords } from "#app/core/domain/words/words.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { paths } from "#app/paths.ts";
import { aParticipant, aTranscript } from "#tests/support/factories.ts";
import { aReadyLink, publishCutOf, type ReadyLink } from "#tests/support/shares.ts";
import { aHouse, bySection, type House, lastRun, summarise } from "#tests/support/summaries.ts";
import { appForFile } from "./app-for-file.ts";
import { browsersOf } from "./link-visitors.ts";
import { undone } from "./outsider.ts";
import { clearAttempts } from "./replay.ts";

const app = await appForFile({ draws: true });
beforeEach(() => clearAttempts());
const aBrowser = browsersOf(app);
const HTML = { headers: { accept: "text/html" } };

/** A sentence is said every ten seconds: the first two, and the two after the first. */
const FIRST = { t0Ms: "0", t1Ms: "19500" };
const LATER = { t0Ms: "10000", t1Ms: "29500" };

const summarised = z.object({
  summary: z.array(
    z.object({
      key: z.string(),
      quotes: z.array(z.object({ name: z.string(), t0Ms: z.number(), quote: z.string() })),
    }),
  ),
});

/** A call with a summary of three sections, of which each rests on one quote. */
async function aSummary() {
  const house = await aHouse();
  await summarise(house);
  const run = await lastRun(house);
  const outputOf = (section: string) => {
    const [output] = bySection(run, section);
    if (!output) throw new Error(`nothing in ${section}`);
    return output;
  };
  return { ...house, outputOf };
}
type Summary = Awaited<ReturnType<typeof aSummary>>;

const linkOf = ({ rep, callId, workspaceId }: House, form: Record<string, string> = {}) =>
  aReadyLink(rep, { id: callId, workspaceId }, { transcript: "false", summary: "true", ...form });

/** What a visitor reads: the quotes by section, and all that came. */
async function read({ urlPath, cutId }: ReadyLink) {
  const browser = aBrowser();
  const { view, text } = await browser.data(urlPath);
  const page = await browser.ask(paths.shared(urlPath), HTML);
  const more = await Promise.all(
    [`${paths.cutWords(cutId)}/index`, `${paths.cutWords(cutId)}/0`, paths.cutCaptions(cutId)].map(
      (path) => browser.ask(path),
    ),
  );
  const all = [text, page.text, ...more.map((answer) => answer.text)].join("\n");
  const sections = summarised.parse(view).summary;
  return {
    sections,
    quotes: Object.fromEntries(
      sections.map(({ key, quotes }) => [key, quotes.map(({ quote }) => quote)]),
    ),
    all: undone(all),
  };
}

/** Rests an output on one more sentence of the call, by its number, and gives it a text that is nowhere else. */
async function restOn({ workspaceId }: House, outputId: string, segment: number) {
  const known = await db.evidence.findFirstOrThrow({ where: { workspaceId, outputId } });
  const { text: quote, ...said } = await db.segment.findFirstOrThrow({
    where: { workspaceId, baseId: known.baseId, no: segment },
    select: { participantId: true, t0Ms: true, t1Ms: true, text: true },
  });
  const place = { ...known, ...said, id: newId(), ord: 1, segment, quote };
  await db.evidence.create({ data: place });
  await db.summaryOutput.update({
    where: { workspaceId_id: { workspaceId, id: outputId } },
    data: { value: { text: "It all hangs on Osprey" } },
  });
}

const BUDGET = "We set aside sixty thousand dollars for this year.";
const PAIN = "If the trucks come late we lose the slot at the harbour.";
const STEP = "I will send you the proposal by next Tuesday.";

describe("of a summary, a link to a part shows", () => {
  test("what rests on the part alone, at its times, and nothing is anywhere of the rest", async () => {
    const house = await aSummary();
    const whole = await read(await linkOf(house));
    expect(whole.quotes).toEqual({ budget: [BUDGET], pain: [PAIN], steps: [STEP] });
    const first = await read(await linkOf(house, { ...FIRST, transcript: "true" }));
    expect(first.quotes).toEqual({ budget: [BUDGET], pain: [PAIN] });
    expect(first.all.match(/proposal|Tuesday|2026-12-01|Next steps/g)).toBeNull();
    const later = await read(await linkOf(house, { ...LATER, transcript: "true" }));
    expect(later.quotes).toEqual({ pain: [PAIN], steps: [STEP] });
    expect(later.sections.flatMap(({ quotes }) => quotes.map(({ t0Ms }) => t0Ms))).toEqual([
      0, 10_000,
    ]);
    expect(later.all.match(/sixty|set aside|60,000|Budget/g)).toBeNull();
  });

  test("nothing of what rests on words outside as well", async () => {
    const house = await aSummary();
    await restOn(house, house.outputOf("pain").id, 2);
    const whole = await read(await linkOf(house));
    expect(whole.quotes).toEqual({ budget: [BUDGET], pain: [PAIN, STEP], steps: [STEP] });
    expect(whole.all.match(/Osprey/g)).toBeNull();
    const bare = await read(await linkOf(house, FIRST));
    expect(bare.quotes).toEqual({ budget: [BUDGET] });
    expect(bare.all.match(/harbour|proposal|Osprey|Pain/g)).toBeNull();
    const { all } = await read(await linkOf(house, { ...FIRST, transcript: "true" }));
    expect(all.match(/proposal|Tuesday|Osprey/g)).toBeNull();
  });

  test("nothing of what rests on words outside that are doubted and quoted nowhere", async () => {
    const house = await aSummary();
    const { workspaceId } = house;
    const { baseId } = house.outputOf("pain").evidences[0] ?? { baseId: "" };
    await restOn(house, house.outputOf("pain").id, 2);
    const said = { startMs: 20_000, endMs: 29_000 };
    const { bytes } = encodeWords(spreadWords(cutWords(STEP), said, 10), said.startMs);
    await db.segment.updateMany({
      where: { workspaceId, baseId, no: 2 },
      data: { words: bytes },
    });
    expect((await read(await linkOf(house))).quotes).toEqual({ budget: [BUDGET], pain: [PAIN] });
    expect((await read(await linkOf(house, FIRST))).quotes).toEqual({ budget: [BUDGET] });
  });

  test("no name where names are off", async () => {
    const house = await aSummary();
    for (const [names, called] of [
      ["true", ["Elena Duarte", "Mari Kato"]],
      ["false", ["", ""]],
    ] as const) {
      const link = await linkOf(house, { ...LATER, names, transcript: "true" });
      const { sections, all } = await read(link);
      const found = sections.flatMap(({ quotes }) => quotes.map(({ name }) => name));
      expect(found).toEqual(called);
      expect(/Elena|Duarte|Mari|Kato/.test(all)).toBe(names === "true");
    }
  });
});

describe("of a summary, no link shows", () => {
  test("what rests on words of a coach, whose name and words are nowhere", async () => {
    const house = await aSummary();
    await restOn(house, house.outputOf("pain").id, 2);
    await db.participant.updateMany({ where: { id: house.us.id }, data: { role: "coach" } });
    for (const part of [{}, LATER]) {
      const { quotes, all } = await read(await linkOf(house, { ...part, transcript: "true" }));
      expect(quotes).toEqual("t0Ms" in part ? {} : { budget: [BUDGET] });
      expect(all.match(/proposal|Tuesday|Osprey|Mari|Kato/g)).toBeNull();
      expect(all.includes("harbour")).toBe(true);
    }
  });

  test("what was found to be a coach's only later", async () => {
    const house = await aSummary();
    const { rep, callId, workspaceId } = house;
    const link = await linkOf(house);
    const coach = await aParticipant(
      { id: callId, workspaceId },
      { role: "coach", side: "R", name: "Otis", lane: 2 },
    );
    await correctSpeaker(rep, callId, {
      ...{ intent: "correct_speaker", number: 1, segment: 1, scope: "here" },
      participantId: coach.id,
    });
    const { quotes, all } = await read(link);
    expect(quotes).toEqual({ budget: [BUDGET], steps: [STEP] });
    expect(all.match(/harbour|Otis/g)).toBeNull();
  });

  /** Corrects the budget, as a person does who saw a version. */
  const correct = ({ rep, callId }: Summary) =>
    correctWords(rep, callId, {
      ...{ intent: "correct_words", number: 1, segment: 0, firstWord: 3, lastWord: 3 },
      ...{ before: "sixty", after: "sixteen", scope: "here", addTerm: false },
    });

  test("words that were corrected since, until there is a summary of the new ones", async () => {
    const house = await aSummary();
    const { workspaceId, callId } = house;
    const links = [
      { link: await linkOf(house), rest: { pain: [PAIN], steps: [STEP] } },
      { link: await linkOf(house, FIRST), rest: { pain: [PAIN] } },
    ];
    await correct(house);
    for (const { link, rest } of links) {
      const { quotes, all } = await read(link);
      expect(quotes).toEqual(rest);
      expect(all.match(/sixty|60,000/g)).toBeNull();
    }
    await summariseVersion({ workspaceId, callId }, 2);
    for (const { link, rest } of links) {
      const { quotes, all } = await read(link);
      expect(quotes).toEqual({ budget: [BUDGET.replace("sixty", "sixteen")], ...rest });
      expect(all.match(/sixty|60,000/g)).toBeNull();
    }
  });

  test("words that were corrected beside the call's new ones; and again those that were taken back", async () => {
    const house = await aSummary();
    const { rep, workspaceId, callId } = house;
    const link = await linkOf(house, { ...FIRST, transcript: "true" });
    const renew = async () => {
      await renewCutWords({ workspaceId, callId });
      await publishCutOf({ id: callId, workspaceId }, link.cutId);
      return read(link);
    };
    await correct(house);
    const corrected = await renew();
    expect(corrected.quotes).toEqual({ pain: [PAIN] });
    expect(corrected.all.includes("sixteen")).toBe(true);
    expect(corrected.all.match(/sixty/g)).toBeNull();
    await revertTranscript(rep, callId, { intent: "revert_transcript", number: 2, to: 1 });
    const reverted = await renew();
    expect(reverted.quotes).toEqual({ budget: [BUDGET], pain: [PAIN] });
    expect(reverted.all.match(/sixteen/g)).toBeNull();
  });

  test("words of a transcript that another one took the place of", async () => {
    const house = await aSummary();
    const { workspaceId, callId, them } = house;
    const link = await linkOf(house, FIRST);
    await db.transcript.updateMany({ where: { workspaceId, callId }, data: { isCurrent: false } });
    await aTranscript(
      { id: callId, workspaceId },
      [{ participantId: them.id, t0Ms: 0, t1Ms: 9_000, text: "We set aside sixteen." }],
      { number: 2 },
    );
    const { quotes, all } = await read(link);
    expect(quotes).toEqual({});
    expect(all.match(/sixty|harbour/g)).toBeNull();
  });
});
