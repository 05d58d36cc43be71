/**
 * Entry point of the forked child that holds the sherpa-onnx addon: a native fault ends this process
 * and not its parent (speech.md §6). Only the addon's asynchronous calls are used.
 */
import { setPriority } from "node:os";
import type { OfflineRecognizer } from "sherpa-onnx-node";
import type { SherpaResult } from "./sherpa-tokens.ts";

export type ToChild =
  | { kind: "load"; config: Record<string, unknown> }
  | { kind: "decode"; id: number; pcm: Int16Array; hotwords: string };
export type FromChild =
  | { kind: "loaded" }
  | { kind: "refused"; detail: string }
  | { kind: "decoded"; id: number; result: SherpaResult }
  | { kind: "failed"; id: number };

/** Recognition goes behind everything that somebody waits for. */
const NICE = 5;
try {
  setPriority(NICE);
} catch {
  // A system that does not let go of its own: then at the usual one.
}

let recogniser: OfflineRecognizer | undefined;

function answer(message: FromChild): void {
  process.send?.(message);
}

async function load(config: Record<string, unknown>): Promise<void> {
  try {
    const { default: addon } = await import("sherpa-onnx-node");
    recogniser = await addon.OfflineRecognizer.createAsync(config);
    answer({ kind: "loaded" });
  } catch (error) {
    answer({ kind: "refused", detail: error instanceof Error ? error.message : "failed" });
  }
}

async function decode(id: number, pcm: Int16Array, hotwords: string): Promise<void> {
  try {
    if (recogniser === undefined) throw new Error("no model is loaded");
    const stream = hotwords === "" ? recogniser.createStream() : recogniser.createStream(hotwords);
    const samples = Float32Array.from(pcm, (sample) => sample / 32768);
    stream.acceptWaveform({ sampleRate: 16_000, samples });
    const {
      text = "",
      tokens = [],
      timestamps = [],
      durations = [],
    } = await recogniser.decodeAsync(stream);
    answer({ kind: "decoded", id, result: { text, tokens, timestamps, durations } });
  } catch {
    // The reason may quote text; the parent needs to know only that it failed.
    answer({ kind: "failed", id });
  }
}

process.on("message", (message: ToChild) => {
  if (message.kind === "load") void load(message.config);
  else void decode(message.id, message.pcm, message.hotwords);
});
process.on("disconnect", () => {
  process.exit(0);
});
