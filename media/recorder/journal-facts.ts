import type { JournalEvent, JournalLine, Source, TrackStats } from "./journal.ts";
import { RATE } from "./timeline.ts";

type Track = { id: string; source: Source };
/** `toMs` null: still so. */
type OpenSpan = { fromMs: number; toMs: number | null };

export type RecordedPart = Track & {
  attempt: number;
  n: number;
  file: string;
  startMs: number;
  /** By what was piped; null where nobody wrote the end down, because the recorder was killed. */
  endMs: number | null;
  /** As in `segEnd`; null as above. */
  endCause: string | null;
};

export type RecordedAttempt = {
  attempt: number;
  pid: number;
  boot: string;
  startedMs: number;
  /** Null: it never got into the room. */
  readyMs: number | null;
  /** Last thing known of it. */
  lastMs: number;
  /** Why it ended; null: killed, or it still runs. */
  endedBy: string | null;
};

/** `link` nothing arrived from the publisher · `server` the recorder had lost the media server · `lost` samples on the way · `recorder` none was there · `encoder` its last page · `unsubscribed` published, not recorded */
export type GapCause = "link" | "server" | "lost" | "recorder" | "encoder" | "unsubscribed";
export type RecordedGap = Track & { fromMs: number; toMs: number; cause: GapCause };

export type JournalFacts = {
  /** By number. */
  attempts: RecordedAttempt[];
  /** By start. */
  parts: RecordedPart[];
  /** Time in the room, whoever saw it. */
  presence: { id: string; joinedMs: number; leftMs: number | null; leftBy: string | null }[];
  mutes: (Track & OpenSpan)[];
  pauses: OpenSpan[];
  /** The media server could not be reached: until some recorder is in the room again. */
  outages: OpenSpan[];
  skips: ({ id: string } & OpenSpan)[];
  /** Spans that the live mix has wrong. */
  late: { fromMs: number; toMs: number }[];
  /** How much of each window of `stats` was made up because it did not come in time, 0–1. */
  concealed: (Track & { fromMs: number; toMs: number; share: number })[];
  /** What the recogniser did not get. */
  asrDrops: (Track & { fromMs: number; toMs: number })[];
  /** Told by the recorder itself; `findGaps` adds those between parts. */
  toldGaps: RecordedGap[];
  /** Last thing known. */
  lastMs: number;
};

type Facts = JournalFacts & {
  unsubscribed: (Track & { fromMs: number })[];
  /** Newest `stats` of each attempt and track. */
  measured: Map<string, TrackStats & { t: number }>;
};

/** Everything the journal tells of a call, whatever became of its recorders. Milliseconds on the call clock. */
export function journalFacts(lines: readonly JournalLine[]): JournalFacts {
  const facts: Facts = {
    ...{ attempts: [], parts: [], presence: [], mutes: [], pauses: [], outages: [], skips: [] },
    ...{
      late: [],
      concealed: [],
      asrDrops: [],
      toldGaps: [],
      unsubscribed: [],
      lastMs: 0,
      measured: new Map(),
    },
  };
  for (const line of lines) {
    facts.lastMs = Math.max(facts.lastMs, line.t);
    const attempt = facts.attempts.find((one) => one.attempt === line.a);
    if (attempt) attempt.lastMs = Math.max(attempt.lastMs, line.t);
    take(facts, attempt, line);
  }
  facts.attempts.sort((a, b) => a.attempt - b.attempt);
  facts.parts.sort((a, b) => a.startMs - b.startMs);
  const { unsubscribed: _, measured: __, ...told } = facts;
  return told;
}

function take(facts: Facts, attempt: RecordedAttempt | undefined, line: JournalLine): void {
  switch (line.type) {
    case "start":
      facts.attempts.push({
        ...{ attempt: line.a, pid: line.pid, boot: line.boot, startedMs: line.t, readyMs: null },
        ...{ lastMs: line.t, endedBy: null },
      });
      return;
    case "ready":
      close(facts.outages.at(-1), line.t);
      ready(facts, attempt, line);
      return;
    case "finishing":
    case "end":
      if (attempt) attempt.endedBy = line.why;
      return;
    case "seg":
    case "segStart":
    case "segEnd":
      part(facts, line);
      return;
    case "join":
      if (!openOf(facts.presence, line))
        facts.presence.push({ id: line.id, joinedMs: line.t, leftMs: null, leftBy: null });
      return;
    case "leave": {
      const here = openOf(facts.presence, line);
      if (here) Object.assign(here, { leftMs: line.t, leftBy: line.why });
      return;
    }
    case "mute":
      if (!openOf(facts.mutes, line))
        facts.mutes.push({ id: line.id, source: line.source, fromMs: line.t, toMs: null });
      return;
    case "unmute":
      close(openOf(facts.mutes, line), line.t);
      return;
    case "skip":
      if (!line.on) close(openOf(facts.skips, line), line.t);
      else if (!openOf(facts.skips, line))
        facts.skips.push({ id: line.id, fromMs: line.t, toMs: null });
      return;
    case "pause":
      if (facts.pauses.at(-1)?.toMs !== null) facts.pauses.push({ fromMs: line.atMs, toMs: null });
      return;
    case "resume":
      resume(facts.pauses.at(-1), line.atMs);
      return;
    case "gap":
      facts.toldGaps.push(pick(line, line.cause));
      return;
    case "stats":
      for (const one of line.tracks) measure(facts, line, one);
      return;
    case "mixLate":
      facts.late.push({ fromMs: line.fromMs, toMs: line.toMs });
      return;
    case "asrDrop":
      facts.asrDrops.push({ ...trackOf(line), fromMs: line.fromMs, toMs: line.toMs });
      return;
    case "notRecording":
      facts.unsubscribed.push({ ...trackOf(line), fromMs: line.t });
      return;
    case "reconnecting":
      if (facts.outages.at(-1)?.toMs !== null) facts.outages.push({ fromMs: line.t, toMs: null });
      return;
    case "reconnected":
      close(facts.outages.at(-1), line.t);
      return;
    case "connectFailed":
    case "lost":
    case "diskFull":
    case "fault":
      return;
  }
}

function measure(facts: Facts, { a, t }: JournalLine, one: TrackStats): void {
  const key = `${a}/${one.id}/${one.source}`;
  const before = facts.measured.get(key);
  facts.measured.set(key, { ...one, t });
  const isSame = before && before.receivedSamples <= one.receivedSamples; // else a new subscription
  const received = one.receivedSamples - (isSame ? before.receivedSamples : 0);
  const concealed = one.concealedSamples - (isSame ? before.concealedSamples : 0);
  if (received <= 0) return;
  const fromMs = isSame ? before.t : t - received / RATE;
  facts.concealed.push({ ...trackOf(one), fromMs, toMs: t, share: concealed / received });
}

const trackOf = ({ id, source }: Track): Track => ({ id, source });
const pick = (line: JournalEvent<"gap">, cause: GapCause): RecordedGap => ({
  ...trackOf(line),
  fromMs: line.fromMs,
  toMs: line.toMs,
  cause,
});

function openOf<T extends { id: string; source?: Source }>(
  list: readonly T[],
  { id, source }: { id: string; source?: Source },
): T | undefined {
  return list.findLast((one) => {
    const isOpen = "leftMs" in one ? one.leftMs === null : "toMs" in one && one.toMs === null;
    return isOpen && one.id === id && (one.source === undefined || one.source === source);
  });
}

function close(span: OpenSpan | undefined, atMs: number): void {
  if (span?.toMs === null) span.toMs = Math.max(span.fromMs, atMs);
}

/** Two attempts that overlap both tell of it: the later one counts. */
function resume(span: OpenSpan | undefined, atMs: number): void {
  if (span) span.toMs = Math.max(span.toMs ?? 0, atMs);
}

/** What an attempt finds in the room corrects what nobody was there to see. */
function ready(
  facts: Facts,
  attempt: RecordedAttempt | undefined,
  line: JournalEvent<"ready">,
): void {
  if (!attempt) return;
  attempt.readyMs = line.t;
  const last = facts.pauses.at(-1);
  if (!line.paused && last?.toMs === null && last.fromMs < attempt.startedMs)
    last.toMs = attempt.startedMs;
}

function part(facts: Facts, line: JournalEvent<"seg" | "segStart" | "segEnd">): void {
  const isOver = line.type === "segEnd";
  const now = {
    startMs: line.startMs,
    endMs: isOver ? line.startMs + line.samples / RATE : null,
    endCause: isOver ? line.why : null,
  };
  const known = facts.parts.find(({ file }) => file === line.file);
  if (known) {
    Object.assign(known, now);
    return;
  }
  facts.parts.push({ ...trackOf(line), attempt: line.a, n: line.n, file: line.file, ...now });
  const missed = facts.unsubscribed.findIndex(
    ({ id, source }) => id === line.id && (source === line.source || source === "unknown"),
  );
  if (missed < 0) return;
  const [from] = facts.unsubscribed.splice(missed, 1);
  if (from && from.fromMs < line.startMs)
    facts.toldGaps.push({
      ...{ ...trackOf(line), fromMs: from.fromMs, toMs: line.startMs, cause: "unsubscribed" },
    });
}

/** Shorter than this is rounding to packets. */
const SHORTEST_MS = 100;
/** A page that reconnects in full leaves and comes back; on purpose nobody is so quick. */
const BLINK_MS = 2000;
/** Between the end of a track's file and the word that its line was dead. */
const DEAD_END_MS = 1500;
const CAN_BLINK = new Set<string | null>(["eos", "replaced"]);
/** Ends that somebody wanted. */
const WANTED = new Set(["eos", "skipped", "replaced"]);
/** Somebody went, was shown the door, or the call was over: a track that ends with that is not cut off. */
const NO_BREAK = new Set([
  "CLIENT_INITIATED",
  "PARTICIPANT_REMOVED",
  "ROOM_DELETED",
  "ROOM_CLOSED",
]);

/**
 * Spans in which somebody should have been recorded and was not: those told, and those between parts.
 * @param endOf true end of a part in ms, from its packets (live R12); without it, what was piped
 * @param endMs end of the call
 */
export function findGaps(
  facts: JournalFacts,
  endOf: (part: RecordedPart) => number | null = () => null,
  endMs = facts.lastMs,
): RecordedGap[] {
  const gaps = [...facts.toldGaps];
  const tracks = Map.groupBy(
    facts.parts.filter(({ source }) => source !== "mix"),
    ({ id, source }) => `${id}/${source}`,
  );
  for (const parts of tracks.values()) {
    let last: { endMs: number; part: RecordedPart } | null = null;
    for (const one of parts) {
      if (last && one.startMs - last.endMs >= SHORTEST_MS) {
        const isBlink = CAN_BLINK.has(last.part.endCause) && one.startMs - last.endMs < BLINK_MS;
        const cause =
          isBlink || endedDead(facts, last.part, last.endMs, one.startMs)
            ? "link"
            : causeOf(facts, last.part, one.startMs);
        const span = { fromMs: last.endMs, toMs: one.startMs };
        if (cause) gaps.push({ ...trackOf(one), ...span, cause });
      }
      const end = endOf(one) ?? one.endMs ?? diedMs(facts, one);
      if (!last || end > last.endMs) last = { endMs: end, part: one };
    }
    if (!last) continue;
    const { part: tail, endMs: fromMs } = last;
    const here = facts.presence.findLast(({ id }) => id === tail.id);
    const toMs = Math.min(endMs, here?.leftMs ?? endMs);
    const cause = tail.endCause === "stop" ? null : causeOf(facts, tail, toMs);
    if (cause && toMs - fromMs >= SHORTEST_MS) gaps.push({ ...trackOf(tail), fromMs, toMs, cause });
  }
  return gaps
    .map((gap) => (isOfOutage(facts, gap) ? { ...gap, cause: "server" as const } : gap))
    .sort((a, b) => a.fromMs - b.fromMs);
}

/** Nobody's line and no recorder is to blame where the server itself was away. */
const isOfOutage = ({ outages }: JournalFacts, { cause, fromMs, toMs }: RecordedGap): boolean =>
  (cause === "link" || cause === "recorder") &&
  outages.some((one) => fromMs <= (one.toMs ?? Infinity) && toMs >= one.fromMs);

/** Nothing had come any more when the track ended, and nobody said goodbye: the media server went. */
function endedDead(
  facts: JournalFacts,
  { id, source }: RecordedPart,
  endMs: number,
  untilMs: number,
): boolean {
  const isDead = facts.toldGaps.some(
    (gap) =>
      gap.cause === "link" &&
      gap.id === id &&
      gap.source === source &&
      Math.abs(gap.toMs - endMs) <= DEAD_END_MS,
  );
  const hasLeft = facts.presence.some(
    (one) =>
      one.id === id &&
      one.leftMs !== null &&
      one.leftMs >= endMs - DEAD_END_MS &&
      one.leftMs <= untilMs &&
      NO_BREAK.has(one.leftBy ?? ""),
  );
  return isDead && !hasLeft;
}

/** Nobody wrote it down: the next attempt began right after. */
function diedMs(facts: JournalFacts, { attempt }: RecordedPart): number {
  const own = facts.attempts.find((one) => one.attempt === attempt);
  const next = facts.attempts.find((one) => one.attempt > attempt);
  return Math.max(own?.lastMs ?? 0, next?.startedMs ?? 0);
}

function causeOf(facts: JournalFacts, part: RecordedPart, untilMs: number): GapCause | null {
  const { id, endCause, endMs } = part;
  if (endCause === null || endCause === "stop") return "recorder";
  if (!WANTED.has(endCause)) return "encoder";
  if (endCause !== "eos") return null;
  // Gone without saying so: the line broke.
  const left = facts.presence.find(
    (one) =>
      one.id === id &&
      one.leftMs !== null &&
      one.leftMs <= untilMs &&
      one.leftMs >= (endMs ?? 0) - 1000,
  );
  return left && !NO_BREAK.has(left.leftBy ?? "") ? "link" : null;
}
