import type { JournalLine } from "#media/recorder/journal.ts";

type Track = { isMuted: boolean; isOpen: boolean; isSettled: boolean };

export type Relay = {
  /** Every line of every recorder of the call. */
  hear: (line: JournalLine) => void;
  /** This attempt writes nothing any more. */
  gone: (attempt: number) => void;
  /**
   * Settles once `attempt` writes every track that an older one writes, a second of each already, or after
   * `withinMs`. Who is muted sends nothing, and is not waited for.
   */
  taken: (attempt: number, withinMs: number) => Promise<void>;
};

/** Watches one recorder take over from another: until then both write, and assembly takes each span once. */
export function openRelay(): Relay {
  const tracks = new Map<number, Map<string, Track>>();
  const waiting = new Set<() => void>();

  const track = (attempt: number, key: string): Track => {
    const own = tracks.get(attempt) ?? new Map<string, Track>();
    tracks.set(attempt, own);
    const known = own.get(key) ?? { isMuted: false, isOpen: false, isSettled: false };
    own.set(key, known);
    return known;
  };
  const isTaken = (attempt: number): boolean => {
    const mine = tracks.get(attempt);
    return [...tracks].every(
      ([a, theirs]) =>
        a >= attempt ||
        [...theirs].every(([key, { isOpen, isMuted }]) => {
          const own = mine?.get(key);
          return !isOpen || own?.isSettled === true || isMuted || own?.isMuted === true;
        }),
    );
  };
  const look = (): void => {
    for (const one of waiting) one();
  };
  return {
    hear(line) {
      if (!("source" in line) || line.source === "mix") return;
      const key = `${line.id}/${line.source}`;
      if (line.type === "mute" || line.type === "unmute")
        track(line.a, key).isMuted = line.type === "mute";
      else if (line.type === "seg") Object.assign(track(line.a, key), { isOpen: true });
      else if (line.type === "segStart")
        Object.assign(track(line.a, key), { isOpen: true, isSettled: true });
      else if (line.type === "segEnd")
        Object.assign(track(line.a, key), { isOpen: false, isSettled: false });
      look();
    },
    gone(attempt) {
      tracks.delete(attempt);
      look();
    },
    taken: (attempt, withinMs) =>
      new Promise((done) => {
        const end = (): void => {
          clearTimeout(late);
          waiting.delete(check);
          done();
        };
        const check = (): void => {
          if (isTaken(attempt)) end();
        };
        const late = setTimeout(end, withinMs);
        waiting.add(check);
        check();
      }),
  };
}
