import type { Aligner } from "./aligner.ts";
import {
  type LiveOptions,
  type LiveTrack,
  type Options,
  primaryLanguage,
  type SegmentIn,
  type SegmentOut,
  SpeechError,
  type SpeechEngine,
} from "./engine.ts";
import { createLiveTrack } from "./live-track.ts";

/**
 * Opens a track for recognition while it is spoken: the engine's own way where it has one, else one
 * request per closed piece and no drafts. English text without word times is aligned.
 * @throws SpeechError `engine_missing`, `language_not_supported`
 */
export async function openLive(
  engine: SpeechEngine,
  aligner: Aligner | undefined,
  options: LiveOptions,
): Promise<LiveTrack> {
  if (engine.openLive) return engine.openLive(options);
  const { bias, signal } = options;
  return createLiveTrack(
    {
      final: async (segment) => {
        const heard = await transcribeOne(engine, segment, options);
        const isEnglish = primaryLanguage(heard.language ?? options.language) === "en";
        if (!aligner || heard.timing !== "spread" || !isEnglish) return heard;
        const times = await aligner.align([{ ...segment, text: heard.text }], { bias, signal });
        const words = times.get(segment.id);
        return words ? { ...heard, words, timing: "aligned" } : heard;
      },
    },
    options,
  );
}

async function transcribeOne(
  engine: SpeechEngine,
  segment: SegmentIn,
  options: Options,
): Promise<SegmentOut> {
  // oxlint-disable-next-line typescript/require-await -- the contract wants an asynchronous stream
  async function* one(): AsyncGenerator<SegmentIn> {
    yield segment;
  }
  for await (const heard of engine.transcribe(one(), options)) return heard;
  throw new SpeechError("engine_failed", "engine lost a segment");
}
