import * as z from "zod";
import type { TranscriptDocument } from "../document.ts";
import { joinWords } from "#app/core/domain/words/words.ts";

const ms = z.int().min(0).max(2_147_483_647);

/**
 * A transcript as JSON, version 1. Times are integer ms from the start of the call. A word is
 * `[text, startMs, endMs, confidence 0–100 or null, 1 if a space precedes it]`; words joined make `text`.
 */
const exported = z.object({
  format: z.literal("parley.transcript"),
  version: z.literal(1),
  title: z.string().nullable(),
  language: z.string().nullable(),
  startedAt: z.string().nullable(),
  /** Absent where the times were measured or given. */
  times: z.enum(["between", "made_up"]).optional(),
  /** How long people talk in the recording and how much of it has words, in ms; null where it was not measured. */
  coverage: z.object({ voiceMs: ms, coveredMs: ms }).nullish(),
  speakers: z
    .array(z.object({ name: z.string().max(200), side: z.enum(["R", "C"]).nullable() }))
    .max(1_000),
  segments: z.array(
    z.object({
      speaker: z.int().min(0).nullable(),
      startMs: ms,
      endMs: ms,
      text: z.string(),
      timing: z.enum(["engine", "aligned", "spread"]),
      words: z.array(
        z.tuple([
          z.string().min(1),
          ms,
          ms,
          z.int().min(0).max(100).nullable(),
          z.union([z.literal(0), z.literal(1)]),
        ]),
      ),
    }),
  ),
});

export function toJson(document: TranscriptDocument): string {
  const { segments, coverage = null, times = null, ...head } = document;
  const value: z.input<typeof exported> = {
    format: "parley.transcript",
    version: 1,
    ...head,
    ...(times !== null && { times }),
    coverage,
    segments: segments.map(({ speaker, t0Ms, t1Ms, text, timing, words }) => ({
      speaker,
      startMs: t0Ms,
      endMs: t1Ms,
      text,
      timing,
      words: words.map((word) => [
        word.text,
        word.startMs,
        word.endMs,
        word.confidence,
        word.isSpaced ? 1 : 0,
      ]),
    })),
  };
  return `${JSON.stringify(value)}\n`;
}

/** Reads our own export back; null for other JSON, "unreadable" for ours when it was damaged. */
export function readExport(value: unknown): TranscriptDocument | "unreadable" | null {
  const isOurs =
    typeof value === "object" &&
    value !== null &&
    "format" in value &&
    value.format === "parley.transcript";
  if (!isOurs) return null;
  const parsed = exported.safeParse(value);
  if (!parsed.success) return "unreadable";
  const { title, language, startedAt, speakers, times = null } = parsed.data;
  const segments = parsed.data.segments.map(({ startMs, endMs, words, ...segment }) => ({
    ...segment,
    t0Ms: startMs,
    t1Ms: endMs,
    words: words.map(([text, wordStart, wordEnd, confidence, spaced]) => ({
      text,
      startMs: wordStart,
      endMs: wordEnd,
      confidence,
      isSpaced: spaced === 1,
    })),
  }));
  const isSound = segments.every(
    ({ speaker, t0Ms, t1Ms, text, words }) =>
      t0Ms <= t1Ms && (speaker === null || speaker < speakers.length) && joinWords(words) === text,
  );
  const head = { title, language, startedAt, ...(times !== null && { times }) };
  return isSound ? { ...head, speakers, segments } : "unreadable";
}
