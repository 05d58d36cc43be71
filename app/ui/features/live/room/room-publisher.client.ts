import {
  LocalAudioTrack,
  type LocalTrack,
  LocalVideoTrack,
  type Room,
  Track,
  type TrackPublishOptions,
} from "livekit-client";
import type { LocalMedia, SourceKind } from "#app/ui/features/capture/local-media.client.ts";

type Published = { from: MediaStreamTrack; track: LocalTrack };

export type RoomPublisher = {
  /** Makes the room agree with what this device captures, and with mute; calls run one after the other. */
  agree: () => Promise<void>;
  /** Whatever is on its way will not be published any more. */
  close: () => void;
};

const SOURCES: Record<SourceKind, { source: Track.Source; options: TrackPublishOptions }> = {
  mic: { source: Track.Source.Microphone, options: {} },
  camera: { source: Track.Source.Camera, options: { simulcast: true } },
  screen: { source: Track.Source.ScreenShare, options: { simulcast: false } },
  screenSound: { source: Track.Source.ScreenShareAudio, options: { dtx: false, red: true } },
};
const KINDS: readonly SourceKind[] = ["mic", "camera", "screen", "screenSound"];

/**
 * Publishes clones of the own sources into one room. Mute is applied before a track is published, so that
 * nobody comes back from a broken line unmuted.
 */
export function openRoomPublisher(
  room: Room,
  media: LocalMedia,
  isSilenced: () => boolean,
): RoomPublisher {
  const published = new Map<SourceKind, Published>();
  let isClosed = false;
  let work = Promise.resolve();

  async function agreeOn(kind: SourceKind): Promise<void> {
    const source = media.source(kind);
    const before = published.get(kind);
    if (before !== undefined && source === null) {
      published.delete(kind);
      await room.localParticipant.unpublishTrack(before.track, true);
    } else if (before !== undefined && source !== null && before.from !== source) {
      const clone = cloneOf(source);
      const old = before.track.mediaStreamTrack;
      before.from = source;
      await before.track.replaceTrack(clone, { userProvidedTrack: true });
      old.stop();
    } else if (before === undefined && source !== null) {
      await publish(kind, source);
    }
  }

  async function publish(kind: SourceKind, source: MediaStreamTrack): Promise<void> {
    const clone = cloneOf(source);
    const track = trackOf(clone);
    published.set(kind, { from: source, track });
    if (kind === "mic" && isSilenced()) await track.mute();
    const { source: place, options } = SOURCES[kind];
    try {
      await room.localParticipant.publishTrack(track, { ...options, source: place });
    } catch (error) {
      published.delete(kind);
      track.stop();
      throw error;
    }
  }

  async function agreeOnMute(): Promise<void> {
    const track = published.get("mic")?.track;
    if (track === undefined || track.isMuted === isSilenced()) return;
    if (isSilenced()) await track.mute();
    else await track.unmute();
  }

  async function agreeOnAll(): Promise<void> {
    for (const kind of KINDS) {
      if (isClosed) return;
      await agreeOn(kind);
    }
    if (!isClosed) await agreeOnMute();
  }

  return {
    agree() {
      // A publication that fails has lost its connection; the next room starts over.
      work = work.then(agreeOnAll).catch(() => undefined);
      return work;
    },
    close() {
      isClosed = true;
      for (const { track } of published.values()) track.stop();
      published.clear();
    },
  };
}

/** Marked as ours: the SDK then neither opens devices anew nor stops them when muted. */
function trackOf(clone: MediaStreamTrack): LocalTrack {
  const track =
    clone.kind === "audio"
      ? new LocalAudioTrack(clone, undefined, true)
      : new LocalVideoTrack(clone, undefined, true);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- under exactOptionalPropertyTypes the SDK's classes do not fit their own base
  return track as LocalTrack;
}

/** A clone starts as its source is; mute is the room's own from there. */
function cloneOf(source: MediaStreamTrack): MediaStreamTrack {
  const clone = source.clone();
  clone.enabled = true;
  return clone;
}
