import type { HitView } from "./hit-views.ts";
import type { MetricsResult } from "../metrics/metrics.ts";
import type { SpokenSegment } from "../words/spoken.ts";
import { summarySentences } from "../summary/sentences.ts";
import type { CallClock } from "../summary/spoken-date.ts";
import { promisesOf, type Promised } from "./promises.ts";
import { topicsOf, type Topic } from "./topics.ts";

/** A row of table hit; `segment` is the number of the transcript segment it begins in. */
export type Hit = HitView & { ruleVersion: number; segment: number | null };
export type HitsInput = {
  segments: readonly SpokenSegment[];
  language: string;
  clock: CallClock;
  /** Questions and fillers are found once, with the metrics. */
  metrics: Pick<MetricsResult, "questions" | "fillers">;
  /** Its words are the built-in engine's: what no cue names is called after words that were never said. */
  isRough?: boolean;
};
export type HitsResult = { hits: Hit[]; topics: Topic[]; promises: Promised[] };

const RULE_VERSION = 1;
const ORDER = ["topic", "question", "promise", "filler"];

/** A topic named by a cue has its text in the catalogue, by rule; one without is labelled by its own words. */
const topicHit = ({ name, keywords, segment, t0Ms, t1Ms }: Topic): Hit => ({
  kind: "topic",
  rule: name === null ? "topic.keywords" : `topic.${name}`,
  ruleVersion: RULE_VERSION,
  label: name === null ? keywords.join(", ") : null,
  participantId: null,
  side: null,
  segment,
  t0Ms,
  t1Ms,
  isUnsure: name === null,
});

const promiseHit = ({
  rule,
  quote,
  participantId,
  side,
  segment,
  t0Ms,
  t1Ms,
  isUnsure,
}: Promised): Hit => ({
  kind: "promise",
  rule,
  ruleVersion: RULE_VERSION,
  label: quote,
  participantId,
  side,
  segment,
  t0Ms,
  t1Ms,
  isUnsure,
});

type Found = MetricsResult["questions"][number] | MetricsResult["fillers"][number];
const foundHit = (found: Found): Hit => {
  const isQuestion = "isOpen" in found;
  return {
    kind: isQuestion ? "question" : "filler",
    rule: isQuestion ? `question.${found.rule}` : "filler.lexicon",
    ruleVersion: RULE_VERSION,
    label: isQuestion ? null : found.text,
    participantId: found.speakerId === "" ? null : found.speakerId,
    side: found.side,
    segment: found.segment,
    t0Ms: found.t0Ms,
    t1Ms: found.t1Ms,
    isUnsure: isQuestion ? false : found.isUnsure,
  };
};

/** Every place where a rule fired, by time; times on the call clock. */
export function findHits(input: HitsInput): HitsResult {
  const { segments, language, clock, metrics, isRough = false } = input;
  const sentences = summarySentences(segments, language);
  const topics = topicsOf(sentences, language).filter(({ name }) => name !== null || !isRough);
  const promises = promisesOf(sentences, language, clock);
  const hits = [
    ...topics.map(topicHit),
    ...metrics.questions.map(foundHit),
    ...promises.map(promiseHit),
    ...metrics.fillers.map(foundHit),
  ].sort(
    (a, b) => a.t0Ms - b.t0Ms || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || a.t1Ms - b.t1Ms,
  );
  return { hits, topics, promises };
}
