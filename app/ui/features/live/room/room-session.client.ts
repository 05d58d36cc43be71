import { DisconnectReason, type Room, RoomEvent, Track, type VideoTrack } from "livekit-client";
import type { JoinToken } from "#app/core/domain/live/live-views.ts";
import {
  type CameraState,
  type MicState,
  openLocalMedia,
} from "#app/ui/features/capture/local-media.client.ts";
import { openAudioSinks } from "./audio-sinks.client.ts";
import { TokenRefused } from "./join-token.client.ts";
import { keepAwake } from "./keep-awake.client.ts";
import { type LevelReport, watchLevels } from "./room-levels.client.ts";
import { openRoomPublisher, type RoomPublisher } from "./room-publisher.client.ts";
import {
  END,
  makeRoom,
  maySendScreen,
  peersIn,
  SEEN,
  untilHeard,
  videosIn,
} from "./room-rules.client.ts";

export type RoomPhase = "connecting" | "live" | "reconnecting" | "taken_over" | "removed" | "left";

export type RoomVideo = { identity: string; source: "camera" | "screen"; track: VideoTrack };

/** What the screen needs to know of the room; a new object after every change. */
export type RoomSnapshot = {
  phase: RoomPhase;
  /** The own identity in the room; null before the first entry. */
  identity: string | null;
  isMuted: boolean;
  isOnHold: boolean;
  /** The browser waits for a click before it plays the others: `hear()`. */
  needsClickToHear: boolean;
  mic: MicState;
  camera: CameraState;
  isSharingScreen: boolean;
  /** The room would take a screen from here, and this browser has one to give. */
  mayShareScreen: boolean;
  /** 0–1 by identity, own included. */
  levels: Record<string, number>;
  videos: RoomVideo[];
  peers: { identity: string; isMuted: boolean; hasMic: boolean }[];
  /** The room says that somebody records. */
  isRecordingSeen: boolean;
};

export type RoomSessionOptions = {
  /** Asked anew for every entry; throw `TokenRefused` where there will be none any more. */
  token: () => Promise<JoinToken>;
  isMuted: boolean;
  /** The microphone; null for the system's own choice. */
  deviceId: string | null;
  onChange: () => void;
  /** What is said here reaches others, the recorder among them; after every entry. */
  onHeard?: () => void;
  /** Hears and says nothing: no device is opened. For a coach who listens. */
  isListening?: boolean;
};

export type RoomSession = {
  snapshot: () => RoomSnapshot;
  setMuted: (isMuted: boolean) => void;
  /** On hold the microphone is muted and the others are silent here. */
  setHold: (isOnHold: boolean) => void;
  setDevice: (kind: MediaDeviceKind, deviceId: string | null) => void;
  setCamera: (isOn: boolean) => void;
  /** Inside a click: the browser asks what to show. */
  shareScreen: (isOn: boolean) => void;
  /** Synchronously inside a click, or browsers do not count it. */
  hear: () => void;
  /** What the microphone hears, for the safety copy; the same track in every room, silent while muted. */
  micTrack: () => MediaStreamTrack | null;
  leave: () => Promise<void>;
};

/** Between two entries, by how many have failed in a row. */
const WAITS_MS = [250, 500, 1_000, 2_000, 4_000, 5_000];

/**
 * One person's place in a call, held for as long as the tab is open. A connection that ends unasked is
 * followed by a new room with a new token, again and again (live §15); mute, hold and what is shared
 * survive it, because they are kept here and not in the room.
 */
export function openRoomSession(options: RoomSessionOptions): RoomSession {
  const isListening = options.isListening === true;
  const media = openLocalMedia(() => void agree());
  const sinks = openAudioSinks();
  const letSleep = keepAwake("parley-live-call");
  let room: Room | null = null;
  let publisher: RoomPublisher | null = null;
  let heard: LevelReport = { levels: {}, isMicSilent: false };
  let phase: RoomPhase = "connecting";
  let identity: string | null = null;
  let isMuted = options.isMuted;
  let isOnHold = false;
  let cameraId: string | null = null;
  let wake: () => void = () => undefined;
  let current = look();

  const isSilenced = () => isMuted || isOnHold;
  const isOver = () => phase === "taken_over" || phase === "removed" || phase === "left";

  function look(): RoomSnapshot {
    const mic = media.mic();
    return {
      phase,
      identity,
      isMuted,
      isOnHold,
      needsClickToHear: room !== null && phase === "live" && !room.canPlaybackAudio,
      mic: mic === "ok" && heard.isMicSilent ? "silent" : mic,
      camera: media.camera(),
      isSharingScreen: media.source("screen") !== null,
      mayShareScreen: room !== null && phase === "live" && maySendScreen(room),
      levels: heard.levels,
      videos: room === null ? [] : videosIn(room),
      peers: room === null ? [] : peersIn(room),
      isRecordingSeen: room?.isRecording ?? false,
    };
  }

  function changed(): void {
    current = look();
    options.onChange();
  }

  /** Device, room and snapshot agree again. */
  async function agree(): Promise<void> {
    media.setMicEnabled(!isSilenced());
    sinks.setMuted(isOnHold);
    changed();
    await publisher?.agree();
    changed();
  }

  function enter(next: RoomPhase): void {
    if (isOver()) return;
    phase = next;
    if (isOver()) close();
    changed();
  }

  function close(): void {
    letSleep();
    media.close();
    sinks.close();
    removeEventListener("online", onWake);
    removeEventListener("pagehide", onHide);
    document.removeEventListener("visibilitychange", onWake);
    document.removeEventListener("resume", onWake);
    wake();
  }

  async function visit(): Promise<void> {
    const ticket = await options.token();
    if (isOver()) return;
    const entered = makeRoom();
    const own = openRoomPublisher(entered, media, isSilenced);
    const gone = new Promise<DisconnectReason | undefined>((resolve) => {
      entered.once(RoomEvent.Disconnected, resolve);
    });
    room = entered;
    publisher = own;
    wire(entered);
    let stopLevels: () => void = () => undefined;
    try {
      await entered.connect(ticket.url, ticket.token, { maxRetries: 0 });
      identity = ticket.identity;
      failures = 0;
      stopLevels = watchLevels(entered, () => !isSilenced() && !isListening, onLevels);
      enter("live");
      const heard = untilHeard(entered);
      await own.agree();
      changed();
      void heard.then(() => {
        if (room === entered && !isOver()) options.onHeard?.();
      });
      const end = END[(await gone) ?? DisconnectReason.UNKNOWN_REASON];
      if (end !== undefined) enter(end);
    } finally {
      stopLevels();
      own.close();
      await entered.disconnect();
      room = null;
      publisher = null;
      heard = { levels: {}, isMicSilent: false };
    }
  }

  let failures = 0;
  async function stay(): Promise<void> {
    if (!isListening) void media.openMic(options.deviceId);
    while (!isOver()) {
      try {
        await visit();
      } catch (error) {
        if (error instanceof TokenRefused) enter(error.phase);
      }
      if (isOver()) return;
      enter(identity === null ? "connecting" : "reconnecting");
      await pause();
    }
  }

  /** Until the next try, or until something says that it may work now. */
  async function pause(): Promise<void> {
    const ms = WAITS_MS[Math.min(failures, WAITS_MS.length - 1)] ?? 0;
    failures += 1;
    await new Promise<void>((resolve) => {
      wake = resolve;
      setTimeout(resolve, ms * (0.75 + Math.random() / 2));
    });
  }

  function wire(entered: Room): void {
    const again = () => void agree();
    entered
      .on(RoomEvent.TrackSubscribed, (track) => {
        if (track.kind === Track.Kind.Audio) sinks.play(track);
        changed();
      })
      .on(RoomEvent.TrackUnsubscribed, (track) => {
        if (track.kind === Track.Kind.Audio) sinks.stop(track);
        changed();
      })
      .on(RoomEvent.SignalReconnecting, () => enter("reconnecting"))
      .on(RoomEvent.Reconnecting, () => enter("reconnecting"))
      .on(RoomEvent.Reconnected, () => {
        enter("live");
        again();
      });
    for (const event of SEEN) entered.on(event, changed);
  }

  function onLevels(report: LevelReport): void {
    heard = report;
    changed();
  }
  const onWake = () => wake();
  /** Others should not wait for a tab that is gone; one that comes back enters anew. */
  const onHide = () => void room?.disconnect();
  addEventListener("online", onWake);
  addEventListener("pagehide", onHide);
  document.addEventListener("visibilitychange", onWake);
  document.addEventListener("resume", onWake);
  void stay();

  return {
    snapshot: () => current,
    setMuted(next) {
      isMuted = next;
      void agree();
    },
    setHold(next) {
      isOnHold = next;
      void agree();
    },
    setDevice(kind, deviceId) {
      if (kind === "audioinput") void media.openMic(deviceId);
      else if (kind === "audiooutput") sinks.setOutput(deviceId ?? "");
      else {
        cameraId = deviceId;
        if (media.camera() === "on") void media.setCamera(true, deviceId);
      }
    },
    setCamera: (isOn) => void media.setCamera(isOn, cameraId),
    shareScreen: (isOn) => void media.shareScreen(isOn),
    hear() {
      // It unmutes every element; those on hold stay silent.
      void room
        ?.startAudio()
        .catch(() => undefined)
        .finally(() => void agree());
    },
    micTrack: () => media.source("mic"),
    async leave() {
      const last = room;
      enter("left");
      await last?.disconnect();
    },
  };
}
