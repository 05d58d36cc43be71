import type { PcmBlock } from "#media/recorder/pcm-block.ts";
import type { CallEvents } from "./call-events.ts";
import type { LiveMeters } from "./live-meters.ts";
import type { LiveSpeech } from "./live-speech.ts";

/** What waits while a speaker's row is looked up, in blocks of 100 ms. */
const MOST_HELD = 100;

/** Hands what the recorders of one call hear to meters and recogniser, under the speaker's id. */
export function openPcmRouter(
  speaker: CallEvents["speaker"],
  meters: Pick<LiveMeters, "push">,
  speech: Pick<LiveSpeech, "push">,
): (block: PcmBlock) => void {
  const whose = new Map<string, string>();
  const held = new Map<string, PcmBlock[]>();
  const give = (participantId: string, block: PcmBlock): void => {
    meters.push(participantId, block.pcm, block.startMs);
    speech.push(participantId, block);
  };
  const ask = async (identity: string): Promise<void> => {
    const who = await speaker(identity).catch(() => null);
    const blocks = held.get(identity) ?? [];
    held.delete(identity);
    if (!who) return;
    whose.set(identity, who.participantId);
    for (const block of blocks) give(who.participantId, block);
  };
  return (block) => {
    const at = block.id.lastIndexOf("/");
    // A shared screen's sound and a coach are nobody's speech in this call.
    if (block.id.slice(at + 1) !== "microphone") return;
    const identity = block.id.slice(0, at);
    const known = whose.get(identity);
    if (known !== undefined) {
      give(known, block);
      return;
    }
    const waiting = held.get(identity);
    if (!waiting) {
      held.set(identity, [block]);
      void ask(identity);
    } else if (waiting.length < MOST_HELD) waiting.push(block);
  };
}
