import type { PlayerData } from "../player-data.ts";

/** A signature is worth ten minutes; a new one is fetched before its last half. */
const SIGNED_MS = 9.5 * 60_000;
/** So often it asks whether it may go on: a player says so within ten seconds of the end of its key. */
const BEAT_MS = 8_000;
/** Between two tries to mend a line that broke off. */
const MEND_MS = 5_000;

export type Sound = ReturnType<typeof openSound>;
type Events = {
  /** The key is over, for ever. */
  onEnd: () => void;
  /** The sound cannot be had now: Play tries again. */
  onBroken: () => void;
  /** The browser lets a page play only after it was touched. */
  onRefused: () => void;
};

/** The sound of one player: fetched when Play is pressed first, from where it was sent to before. */
export function openSound(
  audio: HTMLAudioElement,
  data: PlayerData,
  { onEnd, onBroken, onRefused }: Events,
) {
  let { signature } = data;
  // Of the clock on the wall: the other one may stand still while a computer sleeps.
  let signedAt = Date.now();
  let isOver = false;
  let isBroken = false;
  let mendedAt = Number.NEGATIVE_INFINITY;
  /** It is to play: a browser pauses by itself what breaks off. */
  let isMeant = false;
  let wanted = data.start;
  let from = data.start;
  let end = data.end;
  /** A range that is left to its front is not left again at once. */
  let isBounded = data.end !== null;

  const hasEnded = () => isOver;
  const isLoaded = () => audio.hasAttribute("src");
  const load = () => {
    isBroken = false;
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
  const pause = () => {
    isMeant = false;
    audio.pause();
  };
  /** What plays no more is paused, so that Play is what the button says. */
  const breakOff = () => {
    if (isOver) return;
    isBroken = true;
    pause();
    onBroken();
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
    signedAt = Date.now();
    return true;
  };
  const isStale = () => Date.now() - signedAt > SIGNED_MS;
  const beat = setInterval(() => {
    // A page may frame many: one that was never played asks when it is.
    if (isLoaded() && (document.visibilityState === "visible" || !audio.paused)) void renew();
  }, BEAT_MS);

  const time = () => (isLoaded() && !isBroken ? audio.currentTime : wanted);
  const seek = (to: number) => {
    wanted = Math.min(data.duration, Math.max(0, to));
    isBounded = end !== null && wanted < end;
    if (isLoaded() && !isBroken) audio.currentTime = wanted;
    audio.dispatchEvent(new Event("timeupdate"));
  };
  const begin = () =>
    audio.play().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === "NotAllowedError") onRefused();
    });
  const play = async (): Promise<void> => {
    if (isOver) return;
    const isAtEnd = time() >= data.duration - 0.05 || (isBounded && end !== null && time() >= end);
    if (isAtEnd) seek(0);
    if (!isLoaded() || isBroken) {
      const isSigned = isBroken || isStale() ? await renew() : true;
      if (hasEnded()) return;
      if (!isSigned) {
        breakOff();
        return;
      }
      load();
    }
    await begin();
  };
  audio.addEventListener("timeupdate", () => {
    if (isLoaded() && !isBroken) wanted = audio.currentTime;
    if (!isBounded || end === null || audio.currentTime < end || audio.paused) return;
    if (audio.loop) {
      seek(from);
      return;
    }
    audio.pause();
    isBounded = false;
    // The end of a range is the end of what plays here.
    audio.dispatchEvent(new Event("ended"));
  });
  audio.addEventListener("error", () => {
    if (isOver || !isLoaded()) return;
    if (Date.now() - mendedAt < MEND_MS) {
      breakOff();
      return;
    }
    mendedAt = Date.now();
    const at = wanted;
    void renew().then((isSigned) => {
      if (hasEnded()) return;
      if (!isSigned) {
        breakOff();
        return;
      }
      wanted = at;
      load();
      if (isMeant) void begin();
    });
  });
  audio.addEventListener("play", () => {
    isMeant = true;
  });
  audio.addEventListener("pause", () => {
    if (audio.error === null) isMeant = false;
  });
  return {
    audio,
    play,
    pause,
    time,
    seek,
    isOver: hasEnded,
    /** At the end of the range that was asked for. */
    isAtEnd: () => end !== null && audio.paused && time() >= end,
    signature: () => signature,
    /** A signature that works, for what is fetched beside the sound. */
    fresh: async (): Promise<string> => {
      if (isStale()) await renew();
      return signature;
    },
    range: () => ({ start: from, end }),
    /** Plays a stretch and stops at its end. */
    setRange: (start: number, to: number | null) => {
      from = start;
      end = to;
      seek(start);
    },
  };
}
