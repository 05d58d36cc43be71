import type { PlayerData } from "../player-data.ts";

/** A signature is worth ten minutes; a new one is fetched before its last half. */
const SIGNED_MS = 9.5 * 60_000;
/** So often it asks whether it may go on: a player says so within ten seconds of the end of its key. */
const BEAT_MS = 8_000;
/** Between two tries to mend a line that broke off. */
const MEND_MS = 5_000;

export type Sound = ReturnType<typeof openSound>;
type Events = { onEnd: () => void; onBroken: () => void };

/** The sound of one player: fetched once somebody presses play, from wherever it was sent to before. */
export function openSound(audio: HTMLAudioElement, data: PlayerData, { onEnd, onBroken }: Events) {
  let { signature } = data;
  let signedAt = performance.now();
  let isOver = false;
  let mendedAt = Number.NEGATIVE_INFINITY;
  let wanted = data.start;
  let end = data.end;
  /** A range that is left to its front is not left again at once. */
  let isBounded = data.end !== null;

  const hasEnded = () => isOver;
  const isLoaded = () => audio.hasAttribute("src");
  const load = () => {
    audio.src = `${data.sound}?s=${signature}`;
    audio.currentTime = wanted;
  };
  const finish = () => {
    if (isOver) return;
    isOver = true;
    clearInterval(beat);
    audio.pause();
    audio.removeAttribute("src");
    audio.load();
    onEnd();
  };
  const renew = async (): Promise<boolean> => {
    const answer = await fetch(data.pulse, { credentials: "omit", cache: "no-store" }).catch(
      () => null,
    );
    if (answer === null) return false;
    if (answer.status === 410 || answer.status === 403) finish();
    if (!answer.ok) return false;
    const told: unknown = await answer.json();
    if (typeof told !== "object" || told === null || !("signature" in told)) return false;
    signature = String(told.signature);
    signedAt = performance.now();
    return true;
  };
  const isStale = () => performance.now() - signedAt > SIGNED_MS;
  const beat = setInterval(() => {
    // A page may frame many: one that was never played asks when it is.
    if (isLoaded() && (document.visibilityState === "visible" || !audio.paused)) void renew();
  }, BEAT_MS);

  const time = () => (isLoaded() ? audio.currentTime : wanted);
  const seek = (to: number) => {
    wanted = Math.min(data.duration, Math.max(0, to));
    isBounded = end !== null && wanted < end;
    if (isLoaded()) audio.currentTime = wanted;
    audio.dispatchEvent(new Event("timeupdate"));
  };
  const play = async (): Promise<void> => {
    if (isOver) return;
    const isAtEnd = time() >= data.duration - 0.05 || (isBounded && end !== null && time() >= end);
    if (isAtEnd) seek(0);
    if (!isLoaded()) {
      if (isStale()) await renew();
      if (hasEnded()) return;
      load();
    }
    // A page that was never touched may not make sound: it stays as it was, and its button says so.
    await audio.play().catch(() => undefined);
  };
  audio.addEventListener("timeupdate", () => {
    if (isLoaded()) wanted = audio.currentTime;
    if (isBounded && end !== null && audio.currentTime >= end && !audio.paused) {
      audio.pause();
      isBounded = false;
    }
  });
  audio.addEventListener("error", () => {
    if (isOver || !isLoaded()) return;
    if (performance.now() - mendedAt < MEND_MS) {
      onBroken();
      return;
    }
    mendedAt = performance.now();
    const [at, isPlaying] = [wanted, !audio.paused];
    void renew().then((isSigned) => {
      if (!isSigned) return;
      wanted = at;
      load();
      if (isPlaying) void audio.play().catch(() => undefined);
    });
  });
  return {
    audio,
    play,
    pause: () => audio.pause(),
    time,
    seek,
    isOver: hasEnded,
    signature: () => signature,
    range: () => ({ start: data.start, end }),
    /** Plays a stretch and stops at its end. */
    setRange: (from: number, to: number | null) => {
      end = to;
      seek(from);
    },
  };
}
