import type { SpokenSegment } from "../words/spoken.ts";
import type { AskedSection } from "./asked-section.ts";
import { outputItem } from "./output.ts";
import { verifyEvidence } from "./evidence.ts";
import { type HighlightOutput, type Made, output, readySentences } from "./ready.ts";
import { sectionHighlights } from "./section-highlights.ts";
import type { CallClock } from "./spoken-date.ts";

type TemplateHighlightsInput = {
  segments: readonly SpokenSegment[];
  language: string;
  clock: CallClock;
  people: readonly { id: string; name: string }[];
  sections: readonly AskedSection[];
};

/** A value is what its type says, or is not shown. */
export const isOfItsType = ({ type, value }: Pick<Made, "type" | "value">): boolean =>
  outputItem.safeParse({ type, value }).success;

/**
 * What Highlights answers to the sections of any template: verbatim quotes and typed values, the same bytes each time. A
 * section without an answer has one output that says why; `dropped` counts what had no support.
 */
export function templateHighlights(input: TemplateHighlightsInput): {
  outputs: HighlightOutput[];
  dropped: number;
} {
  const { segments, language, clock, people, sections } = input;
  const ready = readySentences(segments, language, clock);
  let dropped = 0;
  const outputs = sections.flatMap((section) => {
    const made = sectionHighlights(section, { ready, language, clock, people });
    const verified = verifyEvidence(made.filter(isOfItsType), segments);
    dropped += verified.dropped;
    if (verified.outputs.length > 0) return verified.outputs;
    const whyEmpty = ready.length === 0 ? "no_words" : "not_discussed";
    return [output(section.key, section.type, { certainty: "not_discussed", whyEmpty })];
  });
  return { outputs: outputs.map((made, ord) => ({ ...made, ord })), dropped };
}
