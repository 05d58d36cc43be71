import type { Sender } from "#app/ui/features/capture/local-copy.client.ts";
import { createEmitter, createStore, type ReadableStore } from "#app/ui/browser/store.ts";
import { openPieceSender, sendPiece } from "./piece-sender.client.ts";
import type { Piece, PieceSource, PieceStore, Session } from "./piece-store.client.ts";
import { isSettledBy, isTakenOver, postRecorder, problemOf } from "./post-recorder.ts";
import { lockOf, RECORDER_LOCK } from "./recorder-lock.ts";
import {
  type Alarm,
  type Discarded,
  type EndReason,
  IDLE,
  type RecorderState,
} from "./recorder-state.ts";
import { type Runs, startRuns } from "./runs.client.ts";
import { openSettler } from "./settle.client.ts";
import { createWatch } from "./sound-watch.client.ts";
import type { Sources } from "./sources.client.ts";

const TICK_MS = 1_000;
/** Words are short, and noise suppression makes zeros of what is between them. */
const LISTEN_MS = 100;
const KEEP_EVERY_MS = 10_000;
const QUIET_MS = 20_000;
const STILL_THERE_MS = 15 * 60_000;
/** That a computer slept is known after a minute. */
const SLEPT_SHOWN_MS = 60_000;
const WARN_BEFORE_END_MS = 15 * 60_000;
const SPACE_WARN = 500e6;
const SPACE_STOP = 100e6;
/** The server will not take a piece as it is; it stays here. */
const REFUSED: ReadonlySet<number> = new Set([400, 403, 404, 409, 413, 415, 422]);

export type Recorder = {
  state: ReadableStore<RecorderState>;
  /** Called whenever what waits on this device may be another. @returns what ends that */
  onWaiting: (listener: () => void) => () => void;
  /** Whether the server refused a piece of a recording: sent again it is refused again. */
  isRefused: (recordingId: string) => boolean;
  /** @param longestMs the recording ends after that */
  start: (fields: Record<string, string>, longestMs: number) => Promise<void>;
  /** Goes on with a recording that this device began. */
  resume: (session: Session, longestMs: number) => Promise<void>;
  pause: () => Promise<void>;
  unpause: () => void;
  stop: (why?: EndReason) => Promise<void>;
  discard: () => Promise<void>;
  mute: (isMuted: boolean) => void;
  mark: () => void;
  describe: (id: string, body: string) => void;
  /** What the call is about, said while it is recorded. */
  say: (details: Record<string, string>) => void;
  /** Its member is there: the question whether to go on is answered. */
  answer: () => void;
  /** For so long no sound is speech: our own tones play. */
  ignore: (ms: number) => void;
  /** Sends what is left of a recording and ends it. @returns whether that is done; else it follows by itself */
  finishLeft: (session: Session) => Promise<boolean>;
  /** Ends a recording with what the server has of it, and removes the rest from this device. */
  keepArrived: (session: Session) => Promise<boolean>;
  discardLeft: (recordingId: string) => Promise<Discarded>;
  reset: () => void;
  close: () => void;
};

/**
 * Records what `sources` give: every two seconds a piece of each is kept on this device, then sent, and gone from here
 * only when the server has it.
 */
export function openRecorder(
  store: PieceStore,
  sources: Sources,
  { tabId, deviceId }: { tabId: string; deviceId: string },
): Recorder {
  const state = createStore<RecorderState>(IDLE);
  let session: Session | null = null;
  let runs: Runs | null = null;
  let timer: ReturnType<typeof setInterval> | undefined;
  let listening: ReturnType<typeof setInterval> | undefined;
  let letGo: () => void = () => undefined;
  let longestMs = Number.POSITIVE_INFINITY;
  let sleptAt = 0;
  let ending: Promise<void> | null = null;
  const waiting = createEmitter();
  const refused = new Set<string>();
  const watch = createWatch();
  const set = (change: Partial<RecorderState>) => state.set({ ...state.get(), ...change });
  const nowMs = (): number => (session === null ? 0 : Math.max(0, Date.now() - session.zero));
  const hasRuns = (): boolean => runs !== null;
  const isOn = (): boolean => ["recording", "paused"].includes(state.get().phase);
  const isIdle = (): boolean => ["idle", "done"].includes(state.get().phase);

  const raise = (alarm: Alarm, isUp: boolean): void => {
    const { alarms } = state.get();
    if (alarms.includes(alarm) === isUp) return;
    set({ alarms: isUp ? [...alarms, alarm] : alarms.filter((one) => one !== alarm) });
  };
  /** What hinders sending, as an answer of the server says, or none. */
  const raiseLine = (status: number | null): void => {
    raise("offline", status === null || (status >= 500 && status !== 507));
    raise("signedOut", status === 401);
  };

  const onSent = (piece: Piece, status: number | null): void => {
    const isOk = status !== null && status < 300;
    if (status !== null && REFUSED.has(status)) refused.add(piece.recordingId);
    if (session !== null && piece.recordingId === session.recordingId) {
      raiseLine(status);
      raise("refused", status !== null && REFUSED.has(status));
      if (isOk) set({ keptMs: Math.max(state.get().keptMs, piece.toMs) });
      if (status === 507 && isOn()) void stop("serverFull");
      if (status === 410 && isOn()) void stop("gone");
      if (!isOn()) void countLeft();
    }
    if (!isOn()) waiting.emit();
  };
  const settle = openSettler(store, {
    isRunning: (recordingId) => isOn() && recordingId === session?.recordingId,
    onSettled({ recordingId, callId }, isPublished) {
      refused.delete(recordingId);
      // Discarded too late: what the server has of it is a call, which only its page can delete.
      if (isPublished) set({ published: callId });
      if (recordingId === session?.recordingId && state.get().phase === "sending")
        set({ phase: "done", alarms: [], left: 0 });
      waiting.emit();
    },
    onAnswer: (recordingId, status) => {
      if (recordingId === session?.recordingId && !isOn()) raiseLine(status);
    },
  });
  const sender: Sender = openPieceSender(store, onSent, async () => {
    const isSettled = await settle();
    waiting.emit();
    return isSettled;
  });

  const countLeft = async (): Promise<void> => {
    if (session === null) return;
    const { recordingId } = session;
    const left = (await store.waiting()).get(recordingId) ?? 0;
    if (!isOn() && session.recordingId === recordingId) set({ left });
  };

  const keepSession = async (): Promise<void> => {
    if (session !== null) await store.keep(session);
  };

  /** A piece is safe when it is on this device; where it cannot be, it is sent at once, and the recording ends. */
  async function keepPiece(piece: Piece): Promise<void> {
    try {
      await store.put(piece);
    } catch {
      const { status } = await sendPiece(piece);
      if (status === null || status >= 300) {
        if (session !== null) session.isPartial = true;
      } else set({ keptMs: Math.max(state.get().keptMs, piece.toMs) });
      if (isOn()) void stop("deviceFull");
      return;
    }
    sender.wake();
  }

  function run(): void {
    if (session === null) return;
    const { recordingId, callId } = session;
    try {
      runs = startRuns(sources.streams(session.sources), {
        ...{ recordingId, callId, nowMs, onPiece: keepPiece },
        onFail: () => void restart("device"),
      });
    } catch {
      // A device went at this very moment: the next look tries again.
      runs = null;
    }
  }

  let handedOver: Promise<unknown> = Promise.resolve();
  /**
   * Ends what records now; runs that begin meanwhile are others. Resolves when the last pieces of all that was ended are
   * handed over.
   */
  function endRuns(): Promise<unknown> {
    const before = runs;
    runs = null;
    handedOver = Promise.all([handedOver, before?.stop()]);
    return handedOver;
  }

  /** The browser's recorder broke off, or made no progress: others begin where the call is now. */
  async function restart(cause: "device" | "sleep", fromMs = nowMs()): Promise<void> {
    if (state.get().phase !== "recording" || session === null) return;
    await endRuns();
    await sources.desk()?.wake();
    // Meanwhile it may have been paused, and gone on: then it records already, or is not to.
    if (state.get().phase !== "recording" || hasRuns()) return;
    session.timeline.gaps.push({ t0Ms: Math.round(fromMs), t1Ms: Math.round(nowMs()), cause });
    run();
  }

  async function begin(): Promise<void> {
    if (session === null) return;
    watch.begin();
    run();
    look();
    await keepSession();
    timer = setInterval(() => void tick(), TICK_MS);
    listening = setInterval(listen, LISTEN_MS);
    void post();
    await askForSpace();
  }

  let lastKeep = 0;
  async function post(): Promise<void> {
    if (session === null) return;
    const own = session;
    lastKeep = Date.now();
    if (own.details !== undefined) await sayDetails(own);
    const { recordingId, lengthMs, timeline } = own;
    const answer = await postRecorder("keep", {
      ...{ recordingId, tabId, deviceId },
      ...{ lengthMs: String(lengthMs), timeline: JSON.stringify(timeline) },
    });
    if (!isOn() || session.recordingId !== recordingId) return;
    raiseLine(answer?.status ?? null);
    if (answer?.status === 409) await stop(isTakenOver(answer) ? "takenOver" : "gone");
  }

  async function sayDetails(own: Session): Promise<void> {
    const { details, recordingId } = own;
    if (details === undefined) return;
    const answer = await postRecorder("describe", { recordingId, ...details });
    if (answer !== null && answer.status < 500 && answer.status !== 401 && own.details === details)
      delete own.details;
  }

  function listen(): void {
    if (state.get().phase === "recording") watch.listen(sources, state.get().isMuted);
  }

  async function tick(): Promise<void> {
    if (session === null || !isOn()) return;
    const { slept, isDeaf, quietMs } = watch.look(sources.desk());
    const isRecording = state.get().phase === "recording";
    session.lengthMs = Math.round(nowMs());
    if (slept !== null && isRecording) {
      sleptAt = Date.now();
      await restart("sleep", Math.max(0, nowMs() - slept));
    } else if (isRecording && !hasRuns()) await restart("device");
    raise("slept", Date.now() - sleptAt < SLEPT_SHOWN_MS);
    raise("deaf", isRecording && isDeaf);
    raise("quiet", isRecording && !isDeaf && quietMs > QUIET_MS);
    raise("stillThere", isRecording && quietMs > STILL_THERE_MS);
    raise("nearLimit", nowMs() > longestMs - WARN_BEFORE_END_MS);
    if (nowMs() >= longestMs) {
      await stop("limit");
      return;
    }
    // A full disk is noticed by the piece that does not fit; the length is only a hint.
    await keepSession().catch(() => undefined);
    if (Date.now() - lastKeep > KEEP_EVERY_MS) {
      await askForSpace();
      await post();
    }
  }

  async function askForSpace(): Promise<void> {
    const { quota, usage } = await navigator.storage.estimate().catch((): StorageEstimate => ({}));
    if (quota === undefined || usage === undefined) return;
    raise("lowSpace", quota - usage < SPACE_WARN);
    if (quota - usage < SPACE_STOP && isOn()) await stop("deviceFull");
  }

  /** Whether no other tab of this browser records. */
  async function hold(): Promise<boolean> {
    const free = await take(RECORDER_LOCK);
    if (free !== null) letGo = free;
    return free !== null;
  }
  /** Other tabs ask which recording it is. */
  async function nameHeld(recordingId: string): Promise<void> {
    const free = letGo;
    const freeName = await take(lockOf(recordingId));
    letGo = () => {
      free();
      freeName?.();
    };
  }

  async function start(fields: Record<string, string>, mostMs: number): Promise<void> {
    if (!isIdle()) return;
    set({ ...IDLE, phase: "starting" });
    if (!(await hold())) {
      set({ phase: "idle", problem: "otherTab" });
      return;
    }
    const { title = "", company = "", dealId = "", who = "", ...rest } = fields;
    const { language = "", visibility = "" } = rest;
    const key = crypto.randomUUID().replaceAll("-", "");
    const asked = { ...fields, tabId, deviceId, key };
    const answer = (await postRecorder("start", asked)) ?? (await postRecorder("start", asked));
    const { callId, recordingId } = answer?.body ?? {};
    const streams = sources.streams();
    if (typeof callId !== "string" || typeof recordingId !== "string" || streams.size === 0) {
      if (typeof recordingId === "string") void postRecorder("discard", { recordingId });
      letGo();
      set({ phase: "idle", problem: streams.size === 0 ? "failed" : problemOf(answer) });
      return;
    }
    longestMs = mostMs;
    await nameHeld(recordingId);
    void navigator.storage.persist().catch(() => false);
    const micId = sources.micId();
    session = {
      ...{ callId, recordingId, title, zero: Date.now(), lengthMs: 0 },
      timeline: { pauses: [], gaps: [], marks: [] },
      ...{ sources: [...streams.keys()], ...(micId !== null && { micId }) },
      ...{ isStopped: false, isDiscarded: false, isPartial: false },
    };
    show("recording", { title, company, dealId, who, language, visibility });
    await begin();
  }

  function show(phase: "recording", details: Record<string, string>): void {
    if (session === null) return;
    const { callId, recordingId, title, zero, timeline, isMuted = false } = session;
    const own = { callId, recordingId, title, zero, isMuted, sources: session.sources };
    set({ ...IDLE, phase, ...own, details, marks: timeline.marks });
    sources.desk()?.mute(isMuted);
  }

  async function stop(why: EndReason = "stopped"): Promise<void> {
    if (!isOn()) return ending ?? undefined;
    ending = end(why);
    await ending;
    ending = null;
  }

  async function end(why: EndReason): Promise<void> {
    const endMs = Math.round(nowMs());
    set({ phase: "sending", end: why, alarms: [] });
    clearInterval(timer);
    clearInterval(listening);
    await endRuns();
    if (session !== null) {
      closeSpans(session, endMs);
      session.lengthMs = endMs;
      session.why = WHYS[why];
      // Another tab, or device, goes on with it: it is theirs to end.
      if (why !== "takenOver") session.isStopped = true;
      if (session.details !== undefined) await sayDetails(session);
      await keepSession().catch(() => undefined);
    }
    sources.close();
    letGo();
    if (why === "takenOver" || why === "gone") set({ phase: "done" });
    await countLeft();
    sender.wake();
    await settle();
  }

  /** What of its sources is not there now: each is said until it is back, and a gap for as long. */
  function look(): void {
    if (session === null || !isOn()) return;
    const { mic, tab, screen } = sources.state.get();
    const has = (source: PieceSource) => session?.sources.includes(source) === true;
    raise("micLost", has("microphone") && mic !== "on");
    raise("tabEnded", has("tab") && tab !== "on");
    raise("screenEnded", has("screen") && screen !== "on");
    markGap(session, "microphone", has("microphone") && mic !== "on");
    markGap(session, "tab", has("tab") && tab !== "on");
  }

  function markGap(own: Session, source: "microphone" | "tab", isLost: boolean): void {
    const { gaps } = own.timeline;
    const open = gaps.find((gap) => gap.source === source && gap.t1Ms === OPEN);
    const at = Math.round(nowMs());
    const cause = source === "tab" ? "source" : "device";
    if (isLost && !open) gaps.push({ t0Ms: at, t1Ms: OPEN, source, cause });
    if (!isLost && open) open.t1Ms = at;
  }
  sources.state.subscribe(look);
  sources.onScreen((stream) => {
    if (session?.sources.includes("screen") === true && state.get().phase === "recording")
      runs?.replace("screen", stream);
  });

  void settle().catch(() => undefined);
  sender.wake();
  return {
    state,
    onWaiting: waiting.subscribe,
    isRefused: (recordingId) => refused.has(recordingId),
    start,
    async resume(left, mostMs) {
      if (!isIdle()) return;
      set({ ...IDLE, phase: "starting" });
      const at = Math.max(left.lengthMs, Date.now() - left.zero);
      const problem = at >= mostMs ? "tooLong" : (await hold()) ? null : "otherTab";
      if (problem !== null) {
        set({ phase: "idle", problem });
        return;
      }
      longestMs = mostMs;
      await nameHeld(left.recordingId);
      session = { ...left, lengthMs: at };
      // What was open when its page went ends there; a pause went on until now.
      const isPaused = session.timeline.pauses.some(({ t1Ms }) => t1Ms === OPEN);
      for (const gap of session.timeline.gaps) if (gap.t1Ms === OPEN) gap.t1Ms = left.lengthMs;
      closeSpans(session, at);
      if (!isPaused) session.timeline.gaps.push({ t0Ms: left.lengthMs, t1Ms: at, cause: "closed" });
      show("recording", left.details ?? {});
      await begin();
    },
    async pause() {
      if (state.get().phase !== "recording" || session === null) return;
      session.timeline.pauses.push({ t0Ms: Math.round(nowMs()), t1Ms: OPEN });
      set({ phase: "paused" });
      await endRuns();
      await keepSession().catch(() => undefined);
      void post();
    },
    unpause() {
      if (state.get().phase !== "paused" || session === null) return;
      const at = Math.round(nowMs());
      for (const pause of session.timeline.pauses) if (pause.t1Ms === OPEN) pause.t1Ms = at;
      set({ phase: "recording" });
      watch.begin();
      run();
      void post();
    },
    stop,
    async discard() {
      if (session === null) return;
      const { recordingId } = session;
      set({ phase: "idle" });
      clearInterval(timer);
      clearInterval(listening);
      await endRuns();
      session.isStopped = true;
      session.isDiscarded = true;
      const left = session;
      session = null;
      sources.close();
      letGo();
      // That it is to go is known here before its sound does: whatever comes between, it is not sent. On a full disk
      // only what goes makes room for that.
      await store.keep(left).catch(async () => {
        await store.removePieces(recordingId);
        await store.keep(left);
      });
      await store.removePieces(recordingId);
      if (!(await settle().catch(() => false))) sender.wake();
      set({ ...IDLE, published: state.get().published });
      waiting.emit();
    },
    mute(isMuted) {
      sources.desk()?.mute(isMuted);
      if (session !== null) session.isMuted = isMuted;
      set({ isMuted });
    },
    mark() {
      if (session === null) return;
      session.timeline.marks.push({ id: crypto.randomUUID(), t0Ms: Math.round(nowMs()), body: "" });
      set({ marks: [...session.timeline.marks] });
      void keepSession().then(post);
    },
    describe(id, body) {
      if (session === null) return;
      const { marks } = session.timeline;
      session.timeline.marks = marks.map((mark) => (mark.id === id ? { ...mark, body } : mark));
      // Kept within a second, like all else that is known of it.
      set({ marks: session.timeline.marks });
    },
    say(details) {
      if (session === null || !isOn()) return;
      session.details = details;
      session.title = details["title"] ?? "";
      set({ details, title: session.title });
      void keepSession().then(post);
    },
    answer: () => {
      watch.begin();
      raise("stillThere", false);
    },
    ignore: (ms) => watch.ignore(ms),
    async finishLeft(left) {
      closeSpans(left, left.lengthMs);
      await store.keep({ ...left, isStopped: true, why: left.why ?? "closed" });
      sender.wake();
      await settle();
      return (await store.sessions()).every((one) => one.recordingId !== left.recordingId);
    },
    async keepArrived(left) {
      const isOwn = session?.recordingId === left.recordingId;
      closeSpans(left, left.lengthMs);
      await store.removePieces(left.recordingId);
      await store.keep({ ...left, isStopped: true, isPartial: true, why: left.why ?? "closed" });
      if (isOwn && session !== null) session.isPartial = true;
      if (!(await settle())) sender.wake();
      return (await store.sessions()).every((one) => one.recordingId !== left.recordingId);
    },
    async discardLeft(recordingId) {
      const known = (await store.sessions()).find((one) => one.recordingId === recordingId);
      if (known === undefined) {
        const answer = await postRecorder("discard", { recordingId });
        if (answer?.status === 409) return "published";
        return answer !== null && isSettledBy(answer.status) ? "gone" : "later";
      }
      await store.keep({ ...known, isStopped: true, isDiscarded: true });
      await store.removePieces(recordingId);
      set({ published: null });
      const isSettled = await settle();
      if (!isSettled) sender.wake();
      waiting.emit();
      return state.get().published === known.callId ? "published" : isSettled ? "gone" : "later";
    },
    reset() {
      if (!isIdle() && state.get().phase !== "sending") return;
      if (ending !== null) return;
      session = null;
      set(IDLE);
    },
    close() {
      clearInterval(timer);
      clearInterval(listening);
      void runs?.stop();
      sender.close();
      sources.close();
      letGo();
      state.set(IDLE);
    },
  };
}

/** A gap or a pause that has not ended. */
const OPEN = 90_000_000;

/** Why a recording is over, as the server asks. */
const WHYS = {
  ...{ stopped: "stopped", limit: "limit", deviceFull: "full", serverFull: "full" },
  ...{ takenOver: "stopped", gone: "stopped" },
} as const satisfies Record<EndReason, Session["why"]>;

function closeSpans({ timeline }: Session, endMs: number): void {
  for (const span of [...timeline.gaps, ...timeline.pauses])
    if (span.t1Ms === OPEN) span.t1Ms = Math.max(span.t0Ms, Math.round(endMs));
}

/** Takes a lock of this browser, if no tab has it. @returns what gives it back */
const take = (name: string): Promise<(() => void) | null> =>
  new Promise((resolve) => {
    void navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      if (lock === null) {
        resolve(null);
        return undefined;
      }
      return new Promise<void>((free) => resolve(free));
    });
  });
