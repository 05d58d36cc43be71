import type { RoomSnapshot } from "./room-session.client.ts";

/** Levels change ten times a second; whatever else a screen shows, seldom. */
export function sameButLevels(one: RoomSnapshot, other: RoomSnapshot): boolean {
  return (
    one.phase === other.phase &&
    one.identity === other.identity &&
    one.isMuted === other.isMuted &&
    one.isOnHold === other.isOnHold &&
    one.needsClickToHear === other.needsClickToHear &&
    one.mic === other.mic &&
    one.camera === other.camera &&
    one.isSharingScreen === other.isSharingScreen &&
    one.mayShareScreen === other.mayShareScreen &&
    one.isRecordingSeen === other.isRecordingSeen &&
    one.videos.length === other.videos.length &&
    one.videos.every((video, at) => video.track === other.videos[at]?.track) &&
    one.peers.length === other.peers.length &&
    one.peers.every((peer, at) => {
      const now = other.peers[at];
      return (
        now?.identity === peer.identity &&
        now.isMuted === peer.isMuted &&
        now.hasMic === peer.hasMic
      );
    })
  );
}
