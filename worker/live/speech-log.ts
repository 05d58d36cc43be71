import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { type Span, withoutSpans } from "#app/core/platform/ranges.ts";

const line = z.discriminatedUnion("type", [
  /** All speech of this track in this stretch stands in the transcript, and is committed. */
  z.object({ type: z.literal("heard"), id: z.string(), fromMs: z.number(), toMs: z.number() }),
  /** Inside a heard stretch, but the recogniser failed. */
  z.object({ type: z.literal("hole"), id: z.string(), fromMs: z.number(), toMs: z.number() }),
  /** Somebody spoke: what the meters of the next worker start from. */
  z.object({ type: z.literal("voice"), id: z.string(), fromMs: z.number(), toMs: z.number() }),
  /** What recognised from here on. */
  z.object({
    type: z.literal("engine"),
    engine: z.string(),
    model: z.string(),
    dictionary: z.string(),
  }),
  /** The call is over and everything that was heard stands in the transcript. */
  z.object({ type: z.literal("end") }),
]);
export type SpeechLine = z.output<typeof line>;
const FILE = "speech.jsonl";

/** The notes of live recognition, beside the recorder's journal: they survive the worker. */
export function openSpeechLog(dir: string): {
  write: (entry: SpeechLine) => void;
  flush: () => Promise<void>;
} {
  let written: Promise<void> = Promise.resolve();
  return {
    write(entry) {
      // A note that a full disk refuses costs a second look at that sound after the call, no more.
      written = written
        .then(() => appendFile(join(dir, FILE), `${JSON.stringify(entry)}\n`, { mode: 0o600 }))
        .catch(() => undefined);
    },
    flush: () => written,
  };
}

export type SpeechNotes = {
  /** By track id (`<identity>/<source>`), merged and in order, failures taken out. */
  heard: Map<string, Span[]>;
  /** By participant. */
  voices: { id: string; span: Span }[];
  /** Of the last recogniser that was at work; null when there was none. */
  engine: { engine: string; model: string; dictionary: string } | null;
  isOver: boolean;
};

export async function readSpeechLog(dir: string): Promise<SpeechNotes> {
  const text = await readFile(join(dir, FILE), "utf8").catch(() => "");
  const notes: SpeechNotes = { heard: new Map(), voices: [], engine: null, isOver: false };
  const holes = new Map<string, Span[]>();
  const add = (to: Map<string, Span[]>, id: string, { fromMs, toMs }: Span) =>
    to.set(id, [...(to.get(id) ?? []), { fromMs, toMs }]);
  for (const raw of text.split("\n")) {
    const parsed = line.safeParse(json(raw));
    if (!parsed.success) continue; // the worker died in the middle of this line
    const entry = parsed.data;
    notes.isOver ||= entry.type === "end";
    if (entry.type === "heard") add(notes.heard, entry.id, entry);
    if (entry.type === "hole") add(holes, entry.id, entry);
    if (entry.type === "voice") notes.voices.push({ id: entry.id, span: entry });
    if (entry.type === "engine") notes.engine = entry;
  }
  for (const [id, ranges] of notes.heard)
    notes.heard.set(id, withoutSpans(ranges, holes.get(id) ?? []));
  return notes;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
