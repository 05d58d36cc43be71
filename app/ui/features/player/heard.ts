import { MOST_RANGES } from "#app/core/domain/call/heard.ts";
import type { RangeMs } from "#app/core/domain/views.ts";
import type { Clock, PlayerStore } from "./player-store.ts";

/** Product §10.5, decisions §3: so often while it plays. */
const EVERY_MS = 10_000;
const SECOND_MS = 1_000;
/** The position may run ahead of the clock by so much, and it is still played, not skipped. */
const SLACK_MS = 300;

/** Sends ranges to where they are counted. @returns whether they arrived, or never will */
export type SendHeard = (ranges: readonly RangeMs[], isLeaving: boolean) => Promise<boolean>;
/** A place of the call, and when the player stood there. */
type Moment = { ms: number; at: number };
/** Somebody played from one place to another, or plays still. */
export type Play = { start: Moment; end: Moment | null };
type Options = {
  url: string;
  /** What was played before this was here to note it: a short clip may be over by then. */
  before?: readonly Play[];
  clock?: Pick<Clock, "now">;
  send?: SendHeard;
};

/**
 * Notes what is really played, seeks, skipped silences and stretches without sound left out, and sends it every 10 s, at
 * a pause and when the page is left. @returns what ends it, having sent the rest
 */
export function followHeard(
  store: PlayerStore,
  { url, before = [], clock = performance, send = sendTo(url) }: Options,
): () => void {
  let waiting: RangeMs[] = [];
  let current: (RangeMs & { at: number }) | null = null;

  const isHeard = () => {
    const { isPlaying, isWaiting, settings } = store.get();
    return isPlaying && !isWaiting && !settings.isMuted && settings.volume > 0;
  };
  const goesOn = (ms: number, at = clock.now()) => {
    if (current === null) return false;
    const mostMs = (at - current.at) * store.get().settings.rate + SLACK_MS;
    return ms >= current.t1Ms && ms - current.t1Ms <= mostMs;
  };
  const close = () => {
    if (current !== null && current.t1Ms > current.t0Ms) waiting.push(whole(current));
    current = null;
  };
  const open = (ms: number) => {
    current = { t0Ms: ms, t1Ms: ms, at: clock.now() };
  };
  const onPosition = (ms: number, isSeek: boolean) => {
    if (!isHeard()) return;
    if (!isSeek && goesOn(ms) && current !== null)
      current = { ...current, t1Ms: ms, at: clock.now() };
    else {
      close();
      open(ms);
    }
  };
  const flush = (isLeaving = false) => {
    const cut = current;
    close();
    // A second that two messages share is sent whole with the second of them: half of it counts as nothing.
    if (cut !== null && isHeard())
      current = { ...cut, t0Ms: Math.max(cut.t0Ms, Math.floor(cut.t1Ms / SECOND_MS) * SECOND_MS) };
    const sent = waiting.slice(0, MOST_RANGES);
    waiting = waiting.slice(MOST_RANGES);
    if (sent.length === 0) return;
    void send(sent, isLeaving).then((isDone) => {
      if (!isDone) waiting = [...sent, ...waiting];
    });
  };
  const onState = () => {
    const ms = store.positionMs();
    if (isHeard() === (current !== null)) return;
    if (current === null) open(ms);
    else {
      if (goesOn(ms)) current = { ...current, t1Ms: ms };
      flush();
    }
  };
  const onLeave = () => flush(true);

  const { isMuted, volume } = store.get().settings;
  for (const { start, end } of isMuted || volume === 0 ? [] : before) {
    close();
    current = { t0Ms: start.ms, t1Ms: start.ms, at: start.at };
    if (end === null) continue;
    if (goesOn(end.ms, end.at)) current = { ...current, t1Ms: end.ms };
    close();
  }
  onState();
  if (current === null) flush();
  const ends = [store.onPosition(onPosition), store.subscribe(onState)];
  const timer = setInterval(flush, EVERY_MS);
  addEventListener("pagehide", onLeave);
  return () => {
    for (const end of ends) end();
    clearInterval(timer);
    removeEventListener("pagehide", onLeave);
    flush(true);
  };
}

const whole = ({ t0Ms, t1Ms }: RangeMs): RangeMs => ({
  t0Ms: Math.floor(t0Ms),
  t1Ms: Math.ceil(t1Ms),
});

const sendTo =
  (url: string): SendHeard =>
  async (ranges, isLeaving) => {
    const body = new Blob([JSON.stringify({ ranges })], { type: "application/json" });
    if (isLeaving) return navigator.sendBeacon(url, body);
    const answer = await fetch(url, { method: "POST", body, keepalive: true }).catch(() => null);
    // A call that is gone, or no longer theirs, takes nothing: what was refused once is refused again.
    return answer !== null && answer.status !== 429 && answer.status < 500;
  };
