import { setTimeout as sleep } from "node:timers/promises";
import type { AskedSection } from "./asked-section.ts";
import type { Ground } from "./ground.ts";
import { type AskModel, type ModelAnswer, ModelFault, type ModelQuestion } from "./llm-types.ts";
import { readAnswers } from "./model-answer.ts";
import { questionOf } from "./prompt.ts";
import { type HighlightOutput, type Made, output } from "./ready.ts";
import { type AnswerLanguage, verifiedItems } from "./verified-items.ts";

/** Sections of one question: the transcript, which is most of it, is sent once for them. */
const AT_ONCE = 5;
/** Two retries for what could not be read (product §16). */
const TRIES = 3;
/** A busy server is waited for so long at most, each time and altogether; then Highlights stand in. */
const LONGEST_WAIT_MS = 20_000;
const LONGEST_WAITS_MS = 40_000;
const SHORT_WAIT_MS = 2_000;

type AskOptions = {
  ask: AskModel;
  ground: Ground;
  sections: readonly AskedSection[];
  answer: AnswerLanguage;
  signal: AbortSignal;
  /** Told before each question; throws where it may cost no more. */
  beforeAsking: (question: ModelQuestion) => Promise<void>;
  /** Told of each answer that was paid for, usable or not. */
  afterAnswer: (answer: ModelAnswer) => Promise<void>;
};

/**
 * Asks a model section by section and keeps what the transcript supports. A section that could not be read after two
 * retries is "not produced", the others stay. `isPartial`: the call was too long to be shown whole for each section.
 * @throws ModelFault, and what `beforeAsking` throws
 */
export async function askSections(
  options: AskOptions,
): Promise<{ outputs: HighlightOutput[]; dropped: number; isPartial: boolean }> {
  const { sections } = options;
  const made = new Map<string, Made[]>();
  const patience = { leftMs: LONGEST_WAITS_MS };
  let dropped = 0;
  let isPartial = false;
  for (let from = 0; from < sections.length; from += AT_ONCE) {
    const group = sections.slice(from, from + AT_ONCE);
    const asked = await askGroup(options, group, made, patience);
    dropped += asked.dropped;
    isPartial ||= asked.isPartial;
  }
  return {
    outputs: sections
      .flatMap(({ key, type }) => made.get(key) ?? [notProduced(key, type)])
      .map((one, ord) => ({ ...one, ord })),
    dropped,
    isPartial,
  };
}

const nothing = (key: string, type: string, whyEmpty: string): Made =>
  output(key, type, { certainty: "not_discussed", whyEmpty });
const notProduced = (key: string, type: string): Made => nothing(key, type, "not_produced");

type Patience = { leftMs: number };

async function askGroup(
  options: AskOptions,
  group: readonly AskedSection[],
  made: Map<string, Made[]>,
  patience: Patience,
): Promise<{ dropped: number; isPartial: boolean }> {
  const { ground, answer } = options;
  let open = group;
  let fault: string | null = null;
  let dropped = 0;
  let isPartial = false;
  for (let attempt = 0; attempt < TRIES && open.length > 0; attempt += 1) {
    const asked = questionOf(ground, open, { answerIn: nameOf(answer.language), fault });
    isPartial ||= asked.isPartial;
    const { text } = await askPatiently(options, asked.question, patience);
    const read = readAnswers(text);
    const missing: AskedSection[] = [];
    for (const section of open) {
      const said = read.answers.get(section.key);
      if (!said) {
        missing.push(section);
        continue;
      }
      const items = said.status === "found" ? said.items : [];
      const held = verifiedItems(section, items, ground, answer);
      dropped += held.dropped;
      const why = held.dropped > 0 ? "unsupported" : "not_discussed";
      made.set(
        section.key,
        held.outputs.length > 0 ? held.outputs : [nothing(section.key, section.type, why)],
      );
    }
    open = missing;
    fault =
      read.broken ??
      missing.map(({ key }) => `"${key}": ${read.faults.get(key) ?? "it is missing"}`).join("; ");
  }
  return { dropped, isPartial };
}

const nameOf = (language: string): string =>
  new Intl.DisplayNames("en", { type: "language" }).of(language) ?? language;

/** Waits where a busy server says for how long, as far as that is bearable. */
async function askPatiently(
  { ask, signal, beforeAsking, afterAnswer }: AskOptions,
  question: ModelQuestion,
  patience: Patience,
): Promise<ModelAnswer> {
  for (;;) {
    await beforeAsking(question);
    try {
      const answer = await ask(question, signal);
      await afterAnswer(answer);
      return answer;
    } catch (error) {
      if (!(error instanceof ModelFault) || error.code !== "busy") throw error;
      const wait = error.retryAfterMs ?? SHORT_WAIT_MS;
      if (wait > LONGEST_WAIT_MS || wait + SHORT_WAIT_MS / 4 > patience.leftMs) throw error;
      patience.leftMs -= wait + SHORT_WAIT_MS / 4;
      await sleep(wait, undefined, { signal });
    }
  }
}
