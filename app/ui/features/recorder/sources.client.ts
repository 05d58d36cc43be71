import { createStore, type ReadableStore } from "#app/ui/browser/store.ts";
import { openSoundDesk, type SoundDesk } from "./sound-desk.client.ts";
import type { PieceSource } from "./piece-store.client.ts";

export type MicState = "off" | "asking" | "on" | "denied" | "missing" | "lost";
export type ShareState =
  | "off"
  | "asking"
  | "on"
  | "noSound"
  | "cancelled"
  | "ended"
  | "unsupported";
export type SourcesState = {
  mic: MicState;
  micName: string;
  tab: ShareState;
  tabName: string;
  screen: ShareState;
};
/** Nothing is open; what this browser cannot share is known before anything is pressed. */
function nothing(): SourcesState {
  const canShare = "mediaDevices" in navigator && "getDisplayMedia" in navigator.mediaDevices;
  // Firefox and Safari share a picture, and never its sound.
  const hasSound = canShare && /Chrome\//.test(navigator.userAgent);
  return {
    ...{ mic: "off", micName: "", tab: hasSound ? "off" : "unsupported", tabName: "" },
    screen: canShare ? "off" : "unsupported",
  };
}
const MIC = {
  channelCount: 1,
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
};
/** At most 1080p at eight pictures a second: slides and screens, no film. */
const PICTURE = { width: { max: 1920 }, height: { max: 1080 }, frameRate: { max: 8 } };

/**
 * The picture is only there because browsers share no sound without one. Sound as it is: what a call made of a voice is
 * not to be treated as one's own microphone.
 */
const TAB: DisplayMediaStreamOptions & Record<string, unknown> = {
  video: { width: { max: 320 }, frameRate: { max: 1 }, displaySurface: "browser" },
  audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
  selfBrowserSurface: "exclude",
  surfaceSwitching: "include",
  systemAudio: "include",
};

export type Sources = {
  state: ReadableStore<SourcesState>;
  desk: () => SoundDesk | null;
  /** Which microphone was chosen; null: the system's. */
  micId: () => string | null;
  /** The system gives nothing of the microphone: a key of the keyboard, or the system's own settings, cut it off. */
  isMicCut: () => boolean;
  openMic: (deviceId: string | null) => Promise<void>;
  closeMic: () => void;
  /** Must be called inside a click. */
  shareTab: () => Promise<void>;
  closeTab: () => void;
  /** Must be called inside a click. */
  shareScreen: () => Promise<void>;
  closeScreen: () => void;
  /**
   * What is recorded, by source; with two sounds their sum as well.
   * @param wanted sounds that are to be recorded though they are not there now: they are silent until they are
   */
  streams: (wanted?: readonly PieceSource[]) => Map<PieceSource, MediaStream>;
  /** Another picture is shared. */
  onScreen: (listener: (stream: MediaStream) => void) => void;
  close: () => void;
};

/** The microphone, the sound of a tab and the picture of a screen: any of them, each exchanged without the others noticing. */
export function openSources(): Sources {
  const state = createStore<SourcesState>(nothing());
  let desk: SoundDesk | null = null;
  let mic: MediaStream | null = null;
  let tab: MediaStream | null = null;
  let screen: MediaStream | null = null;
  let wanted: string | null = null;
  let asks = 0;
  /** Grows when everything is closed: a picker that is answered later opens nothing. */
  let closings = 0;
  let report: (stream: MediaStream) => void = () => undefined;
  const set = (change: Partial<SourcesState>) => state.set({ ...state.get(), ...change });
  const onDesk = (): SoundDesk => (desk ??= openSoundDesk());

  async function openMic(deviceId: string | null): Promise<void> {
    wanted = deviceId;
    const ask = ++asks;
    const before = state.get().mic;
    // What is heard goes on until the other one is there.
    if (before !== "on" && before !== "lost") set({ mic: "asking" });
    try {
      const opened = await navigator.mediaDevices.getUserMedia({
        audio: deviceId === null ? MIC : { ...MIC, deviceId },
      });
      if (ask !== asks) {
        stopAll(opened);
        return;
      }
      stopAll(mic);
      mic = opened;
      onDesk().plug("microphone", opened);
      await onDesk().wake();
      const [track] = opened.getAudioTracks();
      if (track) track.onended = () => void loseMic();
      set({ mic: "on", micName: track?.label ?? "" });
    } catch (error) {
      if (ask !== asks || (before === "on" && mic !== null)) return;
      const isDenied = error instanceof DOMException && error.name === "NotAllowedError";
      if (isDenied) set({ mic: "denied" });
      else if (before !== "lost") set({ mic: "missing" });
    }
  }

  /** A headset was pulled out: whatever is there now takes over. */
  async function loseMic(): Promise<void> {
    mic = null;
    set({ mic: "lost" });
    desk?.plug("microphone", null);
    await openMic(null);
  }
  if ("mediaDevices" in navigator)
    navigator.mediaDevices.addEventListener("devicechange", () => {
      if (state.get().mic === "lost" || state.get().mic === "missing") void openMic(wanted);
    });

  async function share(
    key: "tab" | "screen",
    wish: DisplayMediaStreamOptions,
  ): Promise<MediaStream | null> {
    if (!("mediaDevices" in navigator) || !("getDisplayMedia" in navigator.mediaDevices)) {
      set({ [key]: "unsupported" });
      return null;
    }
    const before = state.get()[key];
    const own = closings;
    // What was shared before goes on until the other is there.
    if (before !== "on") set({ [key]: "asking" });
    try {
      const opened = await navigator.mediaDevices.getDisplayMedia(wish);
      if (own === closings) return opened;
      stopAll(opened);
    } catch {
      if (own === closings && state.get()[key] === "asking")
        set({ [key]: before === "ended" ? "ended" : "cancelled" });
    }
    return null;
  }

  function closeTab(): void {
    stopAll(tab);
    tab = null;
    desk?.plug("tab", null);
    set({ tab: "off", tabName: "" });
  }
  function closeScreen(): void {
    stopAll(screen);
    screen = null;
    set({ screen: "off" });
  }

  return {
    state,
    desk: () => desk,
    micId: () => wanted,
    isMicCut: () => mic?.getAudioTracks()[0]?.muted ?? false,
    openMic,
    closeMic() {
      asks += 1;
      stopAll(mic);
      mic = null;
      desk?.plug("microphone", null);
      set({ mic: "off" });
    },
    async shareTab() {
      // Browsers share sound only beside a picture, which nobody records here.
      const opened = await share("tab", TAB);
      if (opened === null) return;
      const [track] = opened.getAudioTracks();
      if (!track) {
        stopAll(opened);
        set({ tab: tab === null ? "noSound" : "on" });
        return;
      }
      for (const picture of opened.getVideoTracks()) {
        picture.stop();
        opened.removeTrack(picture);
      }
      stopAll(tab);
      tab = opened;
      onDesk().plug("tab", opened);
      await onDesk().wake();
      track.onended = () => {
        tab = null;
        desk?.plug("tab", null);
        set({ tab: "ended" });
      };
      set({ tab: "on", tabName: track.label });
    },
    closeTab,
    async shareScreen() {
      const opened = await share("screen", { video: PICTURE, audio: false });
      if (opened === null) return;
      stopAll(screen);
      screen = opened;
      const [track] = opened.getVideoTracks();
      if (track) {
        // A page of text must stay readable.
        track.contentHint = "detail";
        track.onended = () => {
          screen = null;
          set({ screen: "ended" });
        };
      }
      set({ screen: "on" });
      report(opened);
    },
    closeScreen,
    streams(wanted = []) {
      const streams = new Map<PieceSource, MediaStream>();
      const { mic: micState, tab: tabState, screen: screenState } = state.get();
      const sound = onDesk();
      if (wanted.includes("microphone") || micState === "on" || micState === "lost")
        streams.set("microphone", sound.out("microphone"));
      if (wanted.includes("tab") || tabState === "on") streams.set("tab", sound.out("tab"));
      if (streams.size === 2) streams.set("mix", sound.out("mix"));
      if (screenState === "on" && screen !== null) streams.set("screen", screen);
      return streams;
    },
    onScreen(listener) {
      report = listener;
    },
    close() {
      asks += 1;
      closings += 1;
      for (const stream of [mic, tab, screen]) stopAll(stream);
      desk?.close();
      [mic, tab, screen, desk] = [null, null, null, null];
      state.set(nothing());
    },
  };
}

function stopAll(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) {
    track.onended = null;
    track.stop();
  }
}
