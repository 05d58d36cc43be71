import { type LocalTrack, type Room, Track } from "livekit-client";

const EVERY_MS = 100;
const SILENT_AFTER_MS = 5_000;
/** Speech lies between −50 dB and 0; below is nothing to show. */
const FLOOR_DB = 50;
const STEPS = 24;

export type LevelReport = {
  /** 0–1 by identity, in steps so that a quiet room says nothing. */
  levels: Record<string, number>;
  /** Nothing but zeros from the open microphone for five seconds. */
  isMicSilent: boolean;
};

/**
 * How loud everybody in a room is, ten times a second. Read from the transport, not from an
 * AudioContext: that would wait for a click.
 * @param isMicOpen the own microphone should be heard now
 * @returns stops it
 */
export function watchLevels(
  room: Room,
  isMicOpen: () => boolean,
  onReport: (report: LevelReport) => void,
): () => void {
  let own = 0;
  let others: Record<string, number> = {};
  let energy = -1;
  let movedAt = performance.now();
  let isAsking = false;
  let last = "";

  async function askOwn(): Promise<void> {
    const track = room.localParticipant.getTrackPublication(Track.Source.Microphone)?.track;
    const source = track === undefined ? null : await audioSource(track);
    const heard = source?.totalAudioEnergy ?? -1;
    const now = performance.now();
    if (!isMicOpen() || source === null || heard !== energy) movedAt = now;
    energy = heard;
    own = isMicOpen() ? loudness(source?.audioLevel ?? 0) : 0;
  }

  /** From the receiver's statistics: packets carry a level only where both ends agreed on it. */
  async function askOthers(): Promise<void> {
    const heard = await Promise.all(
      [...room.remoteParticipants.values()].map(async (peer) => {
        const publication = peer.getTrackPublication(Track.Source.Microphone);
        const receiver = publication?.isMuted === true ? undefined : publication?.track?.receiver;
        const report = await receiver?.getStats().catch(() => undefined);
        return [peer.identity, loudness(report === undefined ? 0 : heardLevel(report))] as const;
      }),
    );
    others = Object.fromEntries(heard);
  }

  const timer = setInterval(() => {
    if (!isAsking) {
      isAsking = true;
      void Promise.all([askOwn(), askOthers()]).finally(() => {
        isAsking = false;
      });
    }
    const levels = { ...others, [room.localParticipant.identity]: own };
    const isMicSilent = performance.now() - movedAt >= SILENT_AFTER_MS;
    const said = JSON.stringify([levels, isMicSilent]);
    if (said === last) return;
    last = said;
    onReport({ levels, isMicSilent });
  }, EVERY_MS);
  return () => clearInterval(timer);
}

/** A linear level 0–1 as the eye expects it, in 24 steps. */
export function loudness(level: number): number {
  if (level <= 0) return 0;
  const part = 1 + (20 * Math.log10(level)) / FLOOR_DB;
  return Math.round(Math.min(1, Math.max(0, part)) * STEPS) / STEPS;
}

/** The level of what a receiver plays, 0–1. */
export function heardLevel(report: Iterable<[unknown, unknown]>): number {
  for (const [, entry] of report) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- reports are untyped in lib.dom
    const stats = entry as { type?: string; kind?: string; audioLevel?: number };
    if (stats.type === "inbound-rtp" && stats.kind === "audio") return stats.audioLevel ?? 0;
  }
  return 0;
}

type AudioSource = { audioLevel: number; totalAudioEnergy: number };

async function audioSource(track: LocalTrack): Promise<AudioSource | null> {
  const report = await track.sender?.getStats().catch(() => undefined);
  if (report === undefined) return null;
  for (const entry of report.values()) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- reports are untyped in lib.dom
    const stats = entry as Partial<AudioSource> & { type: string };
    if (stats.type === "media-source" && stats.totalAudioEnergy !== undefined)
      return { audioLevel: stats.audioLevel ?? 0, totalAudioEnergy: stats.totalAudioEnergy };
  }
  return null;
}
