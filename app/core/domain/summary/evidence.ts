import type { EvidenceView } from "./summary-views.ts";
import { placeWords, type SpokenSegment } from "../words/spoken.ts";

/** A quote and where it was said; the reader adds the speaker's name. */
export type Evidence = Omit<EvidenceView, "speaker">;
type Output = { evidence: readonly Evidence[] };

/** True when the quote is an exact piece of its segment, by its speaker and inside its time. */
export function isSupported(evidence: Evidence, segment: SpokenSegment | undefined): boolean {
  if (!segment || evidence.quote.trim() === "") return false;
  const end = segment.words.reduce((last, { t1Ms }) => Math.max(last, t1Ms), segment.t1Ms);
  const start = segment.words.reduce((first, { t0Ms }) => Math.min(first, t0Ms), segment.t0Ms);
  return (
    evidence.participantId === segment.participantId &&
    evidence.side === segment.side &&
    evidence.t0Ms >= start &&
    evidence.t1Ms <= end &&
    evidence.t0Ms <= evidence.t1Ms &&
    placeWords(segment).text.includes(evidence.quote)
  );
}

/**
 * Keeps what the transcript supports (product P2): quotes that are not in it are dropped, an output
 * that loses its last quote is dropped whole. `dropped` counts those outputs.
 */
export function verifyEvidence<O extends Output>(
  outputs: readonly O[],
  segments: readonly SpokenSegment[],
): { outputs: O[]; dropped: number } {
  const bySegment = new Map(segments.map((segment) => [segment.no, segment]));
  const kept = outputs.flatMap((output) => {
    if (output.evidence.length === 0) return [output];
    const evidence = output.evidence.filter((item) =>
      isSupported(item, bySegment.get(item.segment)),
    );
    return evidence.length > 0 ? [{ ...output, evidence }] : [];
  });
  return { outputs: kept, dropped: outputs.length - kept.length };
}
