import { loudestOf } from "#app/ui/features/capture/mic-level.ts";
import type { Sender } from "#app/ui/features/capture/local-copy.client.ts";
import { createStore, type ReadableStore } from "#app/ui/browser/store.ts";
import { createMicWatch } from "./mic-watch.ts";
import { openPieceSender, sendPiece } from "./piece-sender.client.ts";
import type { Piece, PieceStore, Session } from "./piece-store.client.ts";
import { isSettledBy, postRecorder, problemOf } from "./post-recorder.ts";
import {
  type Alarm,
  type Discarded,
  type EndReason,
  IDLE,
  type RecorderState,
} from "./recorder-state.ts";
import { type Runs, startRuns } from "./runs.client.ts";
import type { Sources } from "./sources.client.ts";

const TICK_MS = 1_000;
/** Words are short, and noise suppression makes zeros of what is between them. */
const LISTEN_MS = 100;
const KEEP_EVERY_MS = 10_000;
/** Sound stands still for so long beside the clock of the wall: the computer slept. */
const SLEPT_MS = 2_000;
const QUIET_MS = 20_000;
const STILL_THERE_MS = 15 * 60_000;
const SPOKEN = 0.25;
const LONGEST_MS = 6 * 3_600_000;
const NEAR_LONGEST_MS = LONGEST_MS - 15 * 60_000;
const SPACE_WARN = 500e6;
const SPACE_STOP = 100e6;
const LOCK = "parley-recorder";
/** The server will not take a piece as it is; it stays here. */
const REFUSED: ReadonlySet<number> = new Set([400, 403, 404, 409, 413, 415, 422]);

export type Recorder = {
  state: ReadableStore<RecorderState>;
  /** What waits on this device, whenever it is another. */
  onWaiting: (listener: () => void) => void;
  start: (fields: Record<string, string>) => Promise<void>;
  /** Goes on with a recording that this device began. */
  resume: (session: Session) => Promise<void>;
  pause: () => Promise<void>;
  unpause: () => void;
  stop: (why?: EndReason) => Promise<void>;
  discard: () => Promise<void>;
  mute: (isMuted: boolean) => void;
  mark: () => void;
  describe: (id: string, body: string) => void;
  /** Somebody is there: the question whether to go on is answered. */
  answer: () => void;
  /** Sends what is left of a recording and ends it. */
  finishLeft: (session: Session) => Promise<void>;
  discardLeft: (recordingId: string) => Promise<Discarded>;
  reset: () => void;
  close: () => void;
};

/**
 * Records what `sources` give: every two seconds a piece of each is kept on this device, then sent, and gone from here
 * only when the server has it.
 */
export function openRecorder(store: PieceStore, sources: Sources, tabId: string): Recorder {
  const state = createStore<RecorderState>(IDLE);
  let session: Session | null = null;
  let runs: Runs | null = null;
  let timer: ReturnType<typeof setInterval> | undefined;
  let listening: ReturnType<typeof setInterval> | undefined;
  let letGo: () => void = () => undefined;
  let pausedAt: number | null = null;
  let reportWaiting: () => void = () => undefined;
  let ending: Promise<void> | null = null;
  const watch = createWatch();
  const set = (change: Partial<RecorderState>) => state.set({ ...state.get(), ...change });
  const nowMs = (): number => (session === null ? 0 : Math.max(0, Date.now() - session.zero));
  const hasRuns = (): boolean => runs !== null;
  const isOn = (): boolean => ["recording", "paused"].includes(state.get().phase);

  const raise = (alarm: Alarm, isUp: boolean): void => {
    const { alarms } = state.get();
    if (alarms.includes(alarm) === isUp) return;
    set({ alarms: isUp ? [...alarms, alarm] : alarms.filter((one) => one !== alarm) });
  };

  const onSent = (piece: Piece, status: number | null): void => {
    const isOk = status !== null && status < 300;
    if (session !== null && piece.recordingId === session.recordingId) {
      raise("offline", status === null || (status >= 500 && status !== 507));
      raise("signedOut", status === 401);
      raise("refused", status !== null && REFUSED.has(status));
      if (isOk) set({ keptMs: Math.max(state.get().keptMs, piece.toMs) });
      if (status === 507 && isOn()) void stop("serverFull");
      if (status === 410 && isOn()) void stop("gone");
    }
    if (!isOn()) reportWaiting();
  };
  const sender: Sender = openPieceSender(store, onSent, async () => {
    const isSettled = await settle();
    reportWaiting();
    return isSettled;
  });

  /** Recordings that are stopped end as soon as nothing of them waits here. @returns false where the server gave no answer */
  async function settle(): Promise<boolean> {
    const waiting = await store.waiting();
    let isAll = true;
    for (const left of await store.sessions()) {
      if (!left.isStopped || (!left.isDiscarded && waiting.has(left.recordingId))) continue;
      if (isOn() && left.recordingId === session?.recordingId) continue;
      const { recordingId, lengthMs, timeline, isPartial } = left;
      const answer = left.isDiscarded
        ? await postRecorder("discard", { recordingId })
        : await postRecorder("finish", {
            ...{ recordingId, lengthMs: String(lengthMs), isPartial: String(isPartial) },
            timeline: JSON.stringify(timeline),
          });
      if (answer === null || answer.status >= 500) return false;
      if (!isSettledBy(answer.status)) {
        // Somebody else is signed in, or it was refused: the others do not wait for it.
        isAll = false;
        continue;
      }
      // Thrown away too late: what the server has of it is a call, which only its page can delete.
      if (left.isDiscarded && answer.status === 409) set({ published: left.callId });
      await store.removeAll(recordingId);
      if (recordingId === session?.recordingId && state.get().phase === "sending")
        set({ phase: "done", alarms: [] });
      reportWaiting();
    }
    return isAll;
  }

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
    runs = startRuns(sources.streams(), {
      ...{ recordingId, callId, nowMs, onPiece: keepPiece },
      onFail: () => void restart("device"),
    });
  }

  let handedOver: Promise<unknown> = Promise.resolve();
  /**
   * Ends what records now; whoever goes on meanwhile begins runs of their own. Resolves when the last pieces of all that
   * was ended are handed over.
   */
  function endRuns(): Promise<unknown> {
    const before = runs;
    runs = null;
    handedOver = Promise.all([handedOver, before?.stop()]);
    return handedOver;
  }

  /** The browser's recorder broke off, or stood still: others begin where the call is now. */
  async function restart(cause: "device" | "sleep", fromMs = nowMs()): Promise<void> {
    if (state.get().phase !== "recording" || session === null) return;
    await endRuns();
    await sources.desk()?.wake();
    // Meanwhile somebody may have paused it, and gone on: then it records already, or is not to.
    if (state.get().phase !== "recording" || hasRuns()) return;
    session.timeline.gaps.push({ t0Ms: Math.round(fromMs), t1Ms: Math.round(nowMs()), cause });
    run();
  }

  async function begin(): Promise<void> {
    if (session === null) return;
    watch.begin();
    run();
    await keepSession();
    timer = setInterval(() => void tick(), TICK_MS);
    listening = setInterval(listen, LISTEN_MS);
    void post();
    await askForSpace();
  }

  let lastKeep = 0;
  async function post(): Promise<void> {
    if (session === null) return;
    lastKeep = Date.now();
    const { recordingId, lengthMs, timeline } = session;
    const answer = await postRecorder("keep", {
      ...{ recordingId, tabId, lengthMs: String(lengthMs), timeline: JSON.stringify(timeline) },
    });
    if (!isOn()) return;
    raise("offline", answer === null || answer.status >= 500);
    if (answer?.status === 409) await stop("takenOver");
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
      raise("slept", true);
      await restart("sleep", Math.max(0, nowMs() - slept));
    }
    raise("deaf", isRecording && isDeaf);
    raise("quiet", isRecording && !isDeaf && quietMs > QUIET_MS);
    raise("stillThere", isRecording && quietMs > STILL_THERE_MS);
    raise("nearLimit", nowMs() > NEAR_LONGEST_MS);
    if (nowMs() >= LONGEST_MS) {
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

  async function hold(): Promise<boolean> {
    return new Promise((resolve) => {
      void navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        return lock === null
          ? undefined
          : new Promise<void>((free) => {
              letGo = free;
            });
      });
    });
  }

  async function start(fields: Record<string, string>): Promise<void> {
    set({ ...IDLE, phase: "starting" });
    if (!(await hold())) {
      set({ phase: "idle", problem: "otherTab" });
      return;
    }
    const answer = await postRecorder("start", { ...fields, tabId });
    const { callId, recordingId } = answer?.body ?? {};
    if (typeof callId !== "string" || typeof recordingId !== "string") {
      letGo();
      set({ phase: "idle", problem: problemOf(answer) });
      return;
    }
    session = {
      ...{ callId, recordingId, title: fields["title"] ?? "", zero: Date.now(), lengthMs: 0 },
      timeline: { pauses: [], gaps: [], marks: [] },
      ...chosen(),
      ...{ isStopped: false, isDiscarded: false, isPartial: false },
    };
    show("recording");
    await begin();
  }

  function chosen(): Pick<Session, "sources" | "micId"> {
    const micId = sources.micId();
    return { sources: [...sources.streams().keys()], ...(micId !== null && { micId }) };
  }

  function show(phase: "recording"): void {
    if (session === null) return;
    const { callId, title, zero, timeline } = session;
    const own = [...sources.streams().keys()];
    set({ ...IDLE, phase, callId, title, zero, sources: own, marks: timeline.marks });
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
      if (pausedAt !== null) session.timeline.pauses.push({ t0Ms: pausedAt, t1Ms: endMs });
      for (const gap of session.timeline.gaps) if (gap.t1Ms === OPEN) gap.t1Ms = endMs;
      pausedAt = null;
      session.lengthMs = endMs;
      // Another tab, or device, goes on with it: it is theirs to end.
      if (why !== "takenOver") session.isStopped = true;
      await keepSession().catch(() => undefined);
    }
    sources.close();
    letGo();
    if (why === "takenOver") set({ phase: "done" });
    sender.wake();
    await settle();
  }

  sources.onLoss((source, isLost) => {
    if (session === null || !isOn()) return;
    const { gaps } = session.timeline;
    const open = gaps.find((gap) => gap.source === source && gap.t1Ms === OPEN);
    const at = Math.round(nowMs());
    if (isLost && !open)
      gaps.push({
        ...{ t0Ms: at, t1Ms: OPEN, source },
        cause: source === "tab" ? "source" : "device",
      });
    if (!isLost && open) open.t1Ms = at;
  });

  void settle().catch(() => undefined);
  sender.wake();
  return {
    state,
    onWaiting(listener) {
      reportWaiting = listener;
    },
    start,
    async resume(left) {
      set({ ...IDLE, phase: "starting" });
      if (!(await hold())) {
        set({ phase: "idle", problem: "otherTab" });
        return;
      }
      session = { ...left, ...chosen() };
      session.timeline.gaps.push({
        ...{ t0Ms: left.lengthMs, t1Ms: Math.max(left.lengthMs, Date.now() - left.zero) },
        cause: "closed",
      });
      show("recording");
      await begin();
    },
    async pause() {
      if (state.get().phase !== "recording") return;
      pausedAt = Math.round(nowMs());
      set({ phase: "paused" });
      await endRuns();
      void post();
    },
    unpause() {
      if (state.get().phase !== "paused" || session === null || pausedAt === null) return;
      session.timeline.pauses.push({ t0Ms: pausedAt, t1Ms: Math.round(nowMs()) });
      pausedAt = null;
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
      reportWaiting();
    },
    mute(isMuted) {
      sources.desk()?.mute(isMuted);
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
      set({ marks: session.timeline.marks });
      void keepSession();
    },
    answer: () => {
      watch.begin();
      raise("stillThere", false);
    },
    async finishLeft(left) {
      await store.keep({ ...left, isStopped: true });
      sender.wake();
      await settle();
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
      reportWaiting();
      return state.get().published === known.callId ? "published" : isSettled ? "gone" : "later";
    },
    reset: () => {
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
    },
  };
}

/** A gap that has not ended. */
const OPEN = 90_000_000;

/** Whether sound goes on, looked at once a second; and whether somebody speaks, listened to all the time. */
function createWatch() {
  let wall = 0;
  let sounded = 0;
  let spokenAt = 0;
  let isDeaf = false;
  let isDead = createMicWatch(0);
  return {
    begin() {
      wall = 0;
      spokenAt = Date.now();
      isDeaf = false;
      isDead = createMicWatch(Date.now());
    },
    listen(sources: Sources, isMuted: boolean) {
      const now = Date.now();
      const desk = sources.desk();
      if (desk === null) return;
      const isListening = loudestOf(desk.samples("tab")) >= SPOKEN;
      const samples = desk.samples("microphone");
      if (isListening || loudestOf(samples) >= SPOKEN) spokenAt = now;
      if (sources.state.get().mic === "on" && !isMuted)
        isDeaf = isDead({ samples, isListening, isCut: sources.isMicCut() }, now);
      else {
        isDeaf = false;
        isDead = createMicWatch(now);
      }
    },
    look(desk: ReturnType<Sources["desk"]>) {
      const now = Date.now();
      const soundedNow = desk?.soundedMs() ?? 0;
      const lag = wall === 0 ? 0 : now - wall - (soundedNow - sounded);
      const slept = lag > SLEPT_MS ? now - wall : null;
      [wall, sounded] = [now, soundedNow];
      return { slept, isDeaf, quietMs: desk === null ? 0 : now - spokenAt };
    },
  };
}
