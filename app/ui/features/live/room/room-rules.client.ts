import { DisconnectReason, Room, RoomEvent, Track } from "livekit-client";
import type { RoomPhase, RoomSnapshot, RoomVideo } from "./room-session.client.ts";

/** So long the SDK may mend a line by itself; after that a new room with a new token does it. */
const MEND_MS = 12_000;

/** Ends that are meant. Every other one is followed by a new entry, and the token's answer decides. */
export const END: Partial<Record<DisconnectReason, RoomPhase>> = {
  [DisconnectReason.DUPLICATE_IDENTITY]: "taken_over",
  [DisconnectReason.PARTICIPANT_REMOVED]: "removed",
};

/** What changes how the room looks. */
export const SEEN = [
  RoomEvent.ParticipantConnected,
  RoomEvent.ParticipantDisconnected,
  RoomEvent.TrackMuted,
  RoomEvent.TrackUnmuted,
  RoomEvent.TrackPublished,
  RoomEvent.TrackUnpublished,
  RoomEvent.LocalTrackPublished,
  RoomEvent.LocalTrackUnpublished,
  RoomEvent.RecordingStatusChanged,
  RoomEvent.AudioPlaybackStatusChanged,
] as const;

/** A room as we use it, not yet entered. */
export function makeRoom(): Room {
  return new Room({
    adaptiveStream: true,
    dynacast: true,
    // Leaving a page is ours to answer: its beforeunload fires for a page that then stays.
    disconnectOnPageLeave: false,
    reconnectPolicy: {
      nextRetryDelayInMs: ({ retryCount, elapsedMs }) =>
        elapsedMs > MEND_MS ? null : Math.min(250 * 2 ** retryCount, 3_000),
    },
  });
}

/** From a subscription to the first sound in the file. */
const FIRST_SOUND_MS = 400;
/** Somebody without a microphone is never heard. */
const MOST_WAIT_MS = 2_500;

/** Settles when somebody receives what this browser sends, or when it has taken too long. */
export function untilHeard(room: Room): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, MOST_WAIT_MS);
    room.once(RoomEvent.LocalTrackSubscribed, () => setTimeout(resolve, FIRST_SOUND_MS));
  });
}

/** Everything that is seen now, own pictures first. */
export function videosIn(room: Room): RoomVideo[] {
  return [room.localParticipant, ...room.remoteParticipants.values()].flatMap((person) =>
    [...person.videoTrackPublications.values()].flatMap(({ source, videoTrack, isMuted }) =>
      videoTrack === undefined || isMuted
        ? []
        : [
            {
              identity: person.identity,
              source:
                source === Track.Source.ScreenShare ? ("screen" as const) : ("camera" as const),
              track: videoTrack,
            },
          ],
    ),
  );
}

/** Whether this visit's token lets a screen be shown, and the browser can; phones cannot. */
export function maySendScreen({ localParticipant: { permissions } }: Room): boolean {
  const allowed = permissions?.canPublishSources ?? [];
  const isAllowed =
    permissions?.canPublish === true &&
    (allowed.length === 0 ||
      allowed.some((source) => Track.sourceFromProto(source) === Track.Source.ScreenShare));
  return isAllowed && "getDisplayMedia" in navigator.mediaDevices;
}

/** The others, whether they are muted, and whether there is a microphone to mute at all. */
export function peersIn(room: Room): RoomSnapshot["peers"] {
  return [...room.remoteParticipants.values()].map((person) => ({
    identity: person.identity,
    isMuted: !person.isMicrophoneEnabled,
    hasMic: person.getTrackPublication(Track.Source.Microphone) !== undefined,
  }));
}
