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
const NOTHING: SourcesState = { mic: "off", micName: "", tab: "off", tabName: "", screen: "off" };
const MIC = {
  channelCount: 1,
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
};
/** At most 1080p at eight pictures a second: slides and screens, no film. */
const PICTURE = { width: { max: 1920 }, height: { max: 1080 }, frameRate: { max: 8 } };

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
  /** What is recorded, by source; with two sounds their sum as well. */
  streams: () => Map<PieceSource, MediaStream>;
  /** A device went or came back while it was recorded. */
  onLoss: (listener: (source: "microphone" | "tab", isLost: boolean) => void) => void;
  close: () => void;
};

/** The microphone, the sound of a tab and the picture of a screen: any of them, each exchanged without the others noticing. */
export function openSources(): Sources {
  const state = createStore<SourcesState>(NOTHING);
  let desk: SoundDesk | null = null;
  let mic: MediaStream | null = null;
  let tab: MediaStream | null = null;
  let screen: MediaStream | null = null;
  let wanted: string | null = null;
  let asks = 0;
  let report: (source: "microphone" | "tab", isLost: boolean) => void = () => undefined;
  const set = (change: Partial<SourcesState>) => state.set({ ...state.get(), ...change });
  const onDesk = (): SoundDesk => (desk ??= openSoundDesk());

  async function openMic(deviceId: string | null): Promise<void> {
    wanted = deviceId;
    const ask = ++asks;
    const wasLost = state.get().mic === "lost";
    if (!wasLost) set({ mic: "asking" });
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
      report("microphone", false);
    } catch (error) {
      if (ask !== asks) return;
      const isDenied = error instanceof DOMException && error.name === "NotAllowedError";
      if (!wasLost) set({ mic: isDenied ? "denied" : "missing" });
    }
  }

  /** A headset was pulled out: whatever is there now takes over. */
  async function loseMic(): Promise<void> {
    report("microphone", true);
    set({ mic: "lost" });
    desk?.plug("microphone", null);
    await openMic(null);
  }
  const onDevices = (): void => {
    if (state.get().mic === "lost" || state.get().mic === "missing") void openMic(wanted);
  };
  if ("mediaDevices" in navigator)
    navigator.mediaDevices.addEventListener("devicechange", onDevices);

  async function share(
    key: "tab" | "screen",
    wish: DisplayMediaStreamOptions,
  ): Promise<MediaStream | null> {
    if (!("mediaDevices" in navigator) || !("getDisplayMedia" in navigator.mediaDevices)) {
      set({ [key]: "unsupported" });
      return null;
    }
    const before = state.get()[key];
    set({ [key]: "asking" });
    try {
      return await navigator.mediaDevices.getDisplayMedia(wish);
    } catch {
      // What was shared before goes on.
      set({ [key]: before === "on" ? "on" : "cancelled" });
      return null;
    }
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
      const opened = await share("tab", {
        video: PICTURE,
        audio: true,
      });
      if (opened === null) return;
      const [track] = opened.getAudioTracks();
      if (!track) {
        stopAll(opened);
        set({ tab: tab === null ? "noSound" : "on" });
        return;
      }
      stopAll(tab);
      tab = opened;
      onDesk().plug("tab", opened);
      await onDesk().wake();
      track.onended = () => {
        report("tab", true);
        desk?.plug("tab", null);
        set({ tab: "ended" });
      };
      set({ tab: "on", tabName: track.label });
      report("tab", false);
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
        track.onended = () => set({ screen: "ended" });
      }
      set({ screen: "on" });
    },
    closeScreen,
    streams() {
      const streams = new Map<PieceSource, MediaStream>();
      const { mic: micState, tab: tabState, screen: screenState } = state.get();
      const sound = onDesk();
      if (micState === "on" || micState === "lost")
        streams.set("microphone", sound.out("microphone"));
      if (tabState === "on" || tabState === "ended") streams.set("tab", sound.out("tab"));
      if (streams.size === 2) streams.set("mix", sound.out("mix"));
      if (screenState === "on" && screen !== null) streams.set("screen", screen);
      return streams;
    },
    onLoss(listener) {
      report = listener;
    },
    close() {
      asks += 1;
      if ("mediaDevices" in navigator)
        navigator.mediaDevices.removeEventListener("devicechange", onDevices);
      for (const stream of [mic, tab, screen]) stopAll(stream);
      desk?.close();
      [mic, tab, screen, desk] = [null, null, null, null];
      state.set(NOTHING);
    },
  };
}

function stopAll(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) {
    track.onended = null;
    track.stop();
  }
}
