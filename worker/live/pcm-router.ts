import type { PcmBlock } from "#media/recorder/pcm-block.ts";
import type { CallEvents } from "./call-events.ts";
import type { LiveMeters } from "./live-meters.ts";
import type { LiveSpeech } from "./live-speech.ts";

/** Of what recorders send to be recognised. */
const SAMPLES_PER_MS = 16;
/** What waits while a speaker's row is looked up, in blocks of 100 ms. */
const MOST_HELD = 100;

/** A tab of which nothing came for so long does not speak for its person any more. */
const QUIET_MS = 500;
type Voice = { identity: string; begunMs: number; endMs: number };

/**
 * Hands what the recorders of one call hear to meters and recogniser, under the speaker's id. While one tab takes the
 * call over from another both are heard, and what is said then is said once: the newer one counts.
 */
export function openPcmRouter(
  speaker: CallEvents["speaker"],
  meters: Pick<LiveMeters, "push">,
  speech: Pick<LiveSpeech, "push">,
): (block: PcmBlock) => void {
  const whose = new Map<string, string>();
  const held = new Map<string, PcmBlock[]>();
  const begun = new Map<string, number>();
  const voices = new Map<string, Voice>();
  const speaksFor = (participantId: string, identity: string, block: PcmBlock): boolean => {
    const begunMs = begun.get(identity) ?? block.startMs;
    begun.set(identity, begunMs);
    const endMs = block.startMs + block.pcm.length / SAMPLES_PER_MS;
    const voice = voices.get(participantId);
    if (voice !== undefined && voice.identity !== identity && voice.begunMs > begunMs)
      if (block.startMs < voice.endMs + QUIET_MS) return false;
    voices.set(participantId, { identity, begunMs, endMs });
    return true;
  };
  const give = (participantId: string, identity: string, block: PcmBlock): void => {
    if (!speaksFor(participantId, identity, block)) return;
    meters.push(participantId, block.pcm, block.startMs);
    speech.push(participantId, block);
  };
  const ask = async (identity: string): Promise<void> => {
    const who = await speaker(identity).catch(() => null);
    const blocks = held.get(identity) ?? [];
    held.delete(identity);
    if (!who) return;
    whose.set(identity, who.participantId);
    for (const block of blocks) give(who.participantId, identity, block);
  };
  return (block) => {
    const at = block.id.lastIndexOf("/");
    // A shared screen's sound and a coach are nobody's speech in this call.
    if (block.id.slice(at + 1) !== "microphone") return;
    const identity = block.id.slice(0, at);
    const known = whose.get(identity);
    if (known !== undefined) {
      give(known, identity, block);
      return;
    }
    const waiting = held.get(identity);
    if (!waiting) {
      held.set(identity, [block]);
      void ask(identity);
    } else if (waiting.length < MOST_HELD) waiting.push(block);
  };
}
