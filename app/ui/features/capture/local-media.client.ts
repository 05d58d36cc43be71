/** Where a microphone or camera stands; `silent`: it is open, and nothing but zeros has come for five seconds. */
export type MicState = "ok" | "denied" | "missing" | "silent";
export type CameraState = "off" | "on" | "denied" | "missing";
export type SourceKind = "mic" | "camera" | "screen" | "screenSound";

export type LocalMedia = {
  source: (kind: SourceKind) => MediaStreamTrack | null;
  mic: () => "ok" | "denied" | "missing";
  camera: () => CameraState;
  openMic: (deviceId: string | null) => Promise<void>;
  setCamera: (isOn: boolean, deviceId: string | null) => Promise<void>;
  /** Must be called inside a click. Resolves when the person has chosen or thought better of it. */
  shareScreen: (isOn: boolean) => Promise<void>;
  setMicEnabled: (isEnabled: boolean) => void;
  close: () => void;
};

/**
 * What this device captures for a call. The tracks belong to us and outlive every room: rooms are given
 * clones, which the SDK may stop as it likes (live §15).
 * @param onChange a source came, went or was exchanged
 */
export function openLocalMedia(onChange: (kind: SourceKind) => void): LocalMedia {
  const sources = new Map<SourceKind, MediaStreamTrack>();
  let mic: "ok" | "denied" | "missing" = "ok";
  let camera: CameraState = "off";
  let wantedMic: string | null = null;
  let isMicEnabled = true;
  let isMicOpen = false;
  let isClosed = false;
  /** The newest wish wins, however long the browser takes to answer an older one. */
  let asks = 0;

  function put(kind: SourceKind, track: MediaStreamTrack | null, onEnded: () => void): void {
    const before = sources.get(kind);
    if (before !== undefined) {
      before.onended = null;
      before.stop();
    }
    if (track === null) sources.delete(kind);
    else {
      sources.set(kind, track);
      track.onended = onEnded;
    }
    onChange(kind);
  }

  async function openMic(deviceId: string | null): Promise<void> {
    wantedMic = deviceId;
    isMicOpen = true;
    const ask = ++asks;
    const asked = await capture({ audio: micConstraints(deviceId) });
    if (isClosed || ask !== asks) {
      asked.stop();
      return;
    }
    mic = asked.state;
    const track = asked.stream?.getAudioTracks()[0] ?? null;
    if (track !== null) track.enabled = isMicEnabled;
    // A headset that is pulled out ends its track: whatever is there now takes over.
    put("mic", track, () => void openMic(null));
  }

  async function setCamera(isOn: boolean, deviceId: string | null): Promise<void> {
    if (!isOn) {
      camera = "off";
      put("camera", null, () => undefined);
      return;
    }
    const asked = await capture({ video: cameraConstraints(deviceId) });
    if (isClosed) {
      asked.stop();
      return;
    }
    camera = asked.state === "ok" ? "on" : asked.state;
    put("camera", asked.stream?.getVideoTracks()[0] ?? null, () => void setCamera(false, null));
  }

  function stopScreen(): void {
    put("screen", null, () => undefined);
    put("screenSound", null, () => undefined);
  }

  async function shareScreen(isOn: boolean): Promise<void> {
    if (!isOn) {
      stopScreen();
      return;
    }
    const stream = await navigator.mediaDevices
      .getDisplayMedia({ video: { frameRate: 15 }, audio: true })
      .catch(() => null);
    if (stream === null || isClosed) {
      stopAll(stream);
      return;
    }
    // Without this a page of text is sent as if it were a film.
    for (const track of stream.getVideoTracks()) track.contentHint = "detail";
    put("screen", stream.getVideoTracks()[0] ?? null, stopScreen);
    put("screenSound", stream.getAudioTracks()[0] ?? null, () => undefined);
  }

  function onDevices(): void {
    // A microphone that was missing or is gone may be there now.
    if (isMicOpen && (mic === "missing" || sources.get("mic")?.readyState === "ended"))
      void openMic(wantedMic);
  }
  navigator.mediaDevices.addEventListener("devicechange", onDevices);

  return {
    source: (kind) => sources.get(kind) ?? null,
    mic: () => mic,
    camera: () => camera,
    openMic,
    setCamera,
    shareScreen,
    setMicEnabled(isEnabled) {
      isMicEnabled = isEnabled;
      const track = sources.get("mic");
      if (track !== undefined) track.enabled = isEnabled;
    },
    close() {
      isClosed = true;
      navigator.mediaDevices.removeEventListener("devicechange", onDevices);
      for (const track of sources.values()) {
        track.onended = null;
        track.stop();
      }
      sources.clear();
    },
  };
}

type Captured = {
  state: "ok" | "denied" | "missing";
  stream: MediaStream | null;
  stop: () => void;
};

/** Opens a device; where the wished one is gone, any other of its kind. */
async function capture(wish: MediaStreamConstraints): Promise<Captured> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia(wish);
    return { state: "ok", stream, stop: () => stopAll(stream) };
  } catch (error) {
    const isDenied = error instanceof DOMException && error.name === "NotAllowedError";
    return { state: isDenied ? "denied" : "missing", stream: null, stop: () => undefined };
  }
}

function stopAll(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

function micConstraints(deviceId: string | null): MediaTrackConstraints {
  return {
    channelCount: 1,
    echoCancellation: true,
    noiseSuppression: true,
    autoGainControl: true,
    // Ideal, not exact: a headset left at home must not leave the person mute.
    ...(deviceId === null ? {} : { deviceId }),
  };
}

function cameraConstraints(deviceId: string | null): MediaTrackConstraints {
  return {
    width: { ideal: 960 },
    height: { ideal: 540 },
    frameRate: { ideal: 24 },
    ...(deviceId === null ? {} : { deviceId }),
  };
}
