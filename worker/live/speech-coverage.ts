import type { SpeechLine } from "./speech-log.ts";

/** A gate opens up to this long after the first sound that it then counts in (speech §3). */
const GATE_MS = 500;
/** A jump longer than this is sound that never came. */
const JUMP_MS = 100;
const REPORT_MS = 1_000;

/** Keeps account of what of one track stands in the transcript, so that the rest is recognised after the call. */
export type Coverage = {
  heard: (fromMs: number, toMs: number) => void;
  open: (id: string, fromMs: number) => void;
  /** The piece is committed, or had nothing to commit. */
  done: (id: string) => void;
  hole: (fromMs: number, toMs: number) => void;
  /** Words up to here are on screen, though they may still change. */
  shown: (id: string, toMs: number) => void;
  /** From where on words are missing on screen; infinity when none are. */
  readonly waitingFromMs: number;
  close: () => void;
  /** End of the sound that came in; minus infinity before the first. */
  readonly heardMs: number;
};

type Run = { fromMs: number; toMs: number; toldMs: number };

export function createCoverage(id: string, write: (line: SpeechLine) => void): Coverage {
  const pieces = new Map<string, number>();
  const shownTo = new Map<string, number>();
  let runs: Run[] = [];
  let toldAt = 0;
  const report = (isOver: boolean): void => {
    const oldest = Math.min(Number.POSITIVE_INFINITY, ...pieces.values());
    for (const run of runs) {
      const isLast = run === runs.at(-1);
      const sure = isLast && !isOver ? run.toMs - GATE_MS : run.toMs;
      const toMs = Math.min(sure, oldest);
      if (toMs <= run.fromMs || toMs <= run.toldMs) continue;
      run.toldMs = toMs;
      write({ type: "heard", id, fromMs: run.fromMs, toMs });
    }
    runs = runs.filter((run, at) => at === runs.length - 1 || run.toldMs < run.toMs);
    toldAt = performance.now();
  };
  return {
    heard(fromMs, toMs) {
      const last = runs.at(-1);
      if (last && Math.abs(fromMs - last.toMs) <= JUMP_MS) last.toMs = Math.max(last.toMs, toMs);
      else runs.push({ fromMs, toMs, toldMs: fromMs });
      if (performance.now() - toldAt >= REPORT_MS) report(false);
    },
    open(piece, fromMs) {
      pieces.set(piece, fromMs);
    },
    shown(piece, toMs) {
      if (pieces.has(piece)) shownTo.set(piece, toMs);
    },
    done(piece) {
      shownTo.delete(piece);
      if (pieces.delete(piece)) report(false);
    },
    hole(fromMs, toMs) {
      write({ type: "hole", id, fromMs, toMs });
    },
    close() {
      report(true);
    },
    get waitingFromMs() {
      return Math.min(
        Number.POSITIVE_INFINITY,
        ...[...pieces].map(([piece, fromMs]) => shownTo.get(piece) ?? fromMs),
      );
    },
    get heardMs() {
      return runs.at(-1)?.toMs ?? Number.NEGATIVE_INFINITY;
    },
  };
}
