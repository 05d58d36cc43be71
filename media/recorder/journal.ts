import * as z from "zod";

/** `unknown`: an audio track whose publisher names no source. `coach`: any track of a `mgr:` identity. */
export const SOURCES = ["microphone", "screen_share_audio", "unknown", "coach", "mix"] as const;
export type Source = (typeof SOURCES)[number];

const when = {
  /** Attempt that wrote the line. */
  a: z.int(),
  /** Call clock, milliseconds; other times in a line are on it too. */
  t: z.number(),
  /** The host's own clock, for another host or after a reboot (`boot` of `start` differs then). */
  wall: z.number(),
};
const track = { id: z.string(), source: z.enum(SOURCES) };
const part = {
  ...track,
  file: z.string(),
  n: z.int(),
  startMs: z.number(),
  /** Piped so far; what a killed encoder saved is less. */
  samples: z.int(),
};
const trackStats = z.object({
  ...track,
  /** Since the subscription began. */
  receivedSamples: z.number(),
  concealedSamples: z.number(),
  packetsReceived: z.number(),
  packetsLost: z.number(),
  /** Mean wait of a sample, since the look before. */
  jitterBufferMs: z.number(),
});
export type TrackStats = z.output<typeof trackStats>;

/** Every line of `journal.jsonl`. */
const journalLine = z.discriminatedUnion("type", [
  z.object({ type: z.literal("start"), ...when, call: z.string(), pid: z.int(), boot: z.string() }),
  z.object({ type: z.literal("connectFailed"), ...when, error: z.string() }),
  /** In the room, and everybody who was there is recorded; `paused` is what it was told, so that a resume nobody was there to hear is not lost. */
  z.object({ type: z.literal("ready"), ...when, paused: z.boolean() }),
  /** `here`: found in the room by this attempt, so it joined earlier. */
  z.object({ type: z.literal("join"), ...when, id: z.string(), here: z.boolean() }),
  /** `why`: LiveKit's reason, `CLIENT_INITIATED` when it left by itself. */
  z.object({ type: z.literal("leave"), ...when, id: z.string(), why: z.string() }),
  z.object({ type: z.literal("mute"), ...when, ...track, sid: z.string() }),
  z.object({ type: z.literal("unmute"), ...when, ...track, sid: z.string() }),
  /** Sound from `atMs` on is silence in every output. */
  z.object({ type: z.literal("pause"), ...when, atMs: z.number() }),
  /** Sound from `atMs` on is kept again. */
  z.object({ type: z.literal("resume"), ...when, atMs: z.number() }),
  /** `on`: this person is not recorded. */
  z.object({ type: z.literal("skip"), ...when, id: z.string(), on: z.boolean() }),
  /** A part began; its start may still move by the jitter of the first second. */
  z.object({ type: z.literal("seg"), ...when, ...part }),
  /** Where it truly began. */
  z.object({ type: z.literal("segStart"), ...when, ...part }),
  /** `why`: `eos` unpublished, `replaced` by a newer track, `skipped`, `stop` of this attempt, else why the encoder died. */
  z.object({ type: z.literal("segEnd"), ...when, ...part, why: z.string() }),
  /** `lost`: samples that never came, now silence. `link`: nothing arrived, silence was written meanwhile. */
  z.object({
    type: z.literal("gap"),
    ...when,
    ...track,
    fromMs: z.number(),
    toMs: z.number(),
    samples: z.int(),
    cause: z.enum(["lost", "link"]),
  }),
  /** Published for three seconds and not recorded, or refused. */
  z.object({
    type: z.literal("notRecording"),
    ...when,
    ...track,
    sid: z.string(),
    reason: z.string().optional(),
  }),
  z.object({ type: z.literal("reconnecting"), ...when }),
  /** Reconnecting for 1.5 s. */
  z.object({ type: z.literal("lost"), ...when }),
  z.object({ type: z.literal("reconnected"), ...when }),
  z.object({
    type: z.literal("stats"),
    ...when,
    rssBytes: z.number(),
    late: z.int(),
    tracks: z.array(trackStats),
  }),
  /** Audible sound that the live mix lacks, because it came after its place had been given out. */
  z.object({ type: z.literal("mixLate"), ...when, fromMs: z.number(), toMs: z.number() }),
  /** The recogniser did not get this; it is in the file. */
  z.object({
    type: z.literal("asrDrop"),
    ...when,
    ...track,
    fromMs: z.number(),
    toMs: z.number(),
  }),
  /** No room for more: this attempt ends, what it wrote is kept. */
  z.object({ type: z.literal("diskFull"), ...when, freeBytes: z.number() }),
  /** A fault of the program or of the native library that it survived, or ends by. */
  z.object({ type: z.literal("fault"), ...when, error: z.string() }),
  z.object({ type: z.literal("finishing"), ...when, why: z.string() }),
  /** Files are closed; `late` as in the mixer. */
  z.object({ type: z.literal("end"), ...when, why: z.string(), late: z.int() }),
]);

export type JournalLine = z.output<typeof journalLine>;
/** Of one type. */
export type JournalEvent<T extends JournalLine["type"] = JournalLine["type"]> = Extract<
  JournalLine,
  { type: T }
>;
/** A line before it is stamped. */
export type JournalEntry = JournalLine extends infer L
  ? L extends JournalLine
    ? Omit<L, keyof typeof when>
    : never
  : never;

/** One line of the journal, or one IPC message; null for what this version does not know. */
export function parseJournalLine(value: unknown): JournalLine | null {
  const parsed = journalLine.safeParse(value);
  return parsed.success ? parsed.data : null;
}

/**
 * Reads a journal, however it ended: a line cut by a crash is left out, and so is one of another version.
 * Where a later attempt wrote on behind a cut line, its own part of the line counts.
 * @returns the lines in the order they were written, and how many could not be read
 */
export function parseJournal(text: string): { lines: JournalLine[]; unread: number } {
  const lines: JournalLine[] = [];
  let unread = 0;
  for (const raw of text.split("\n")) {
    if (raw.trim() === "") continue;
    const line = parseJournalLine(json(raw) ?? json(raw.slice(raw.lastIndexOf('{"type":'))));
    if (line) lines.push(line);
    else unread++;
  }
  return { lines, unread };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
