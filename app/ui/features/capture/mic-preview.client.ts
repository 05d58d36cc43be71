import { createHearing, type Hearing, levelOf } from "./mic-level.ts";

export type PreviewState =
  | "asking"
  | "ok"
  | "denied"
  | "system"
  | "missing"
  | "busy"
  | "insecure"
  | "failed";
export type PreviewSnapshot = {
  state: PreviewState;
  hearing: Hearing;
  /** The device that is really open, which need not be the chosen one. */
  usedId: string | null;
};
export type MicPreview = { close: () => void };

const EVERY_MS = 66;

/**
 * Opens a microphone to look at its level, before a call. Echo and noise processing are off: they turn a
 * quiet room into the zeros that tell a dead microphone.
 * @param micId null for the system's choice; a device that is gone falls back to it
 * @param onLevel 0–1, fifteen times a second
 */
export function openMicPreview(
  micId: string | null,
  onChange: (snapshot: PreviewSnapshot) => void,
  onLevel: (level: number) => void,
): MicPreview {
  let snapshot: PreviewSnapshot = { state: "asking", hearing: "listening", usedId: null };
  let stream: MediaStream | null = null;
  let stopListening: () => void = () => undefined;
  let isClosed = false;

  function set(change: Partial<PreviewSnapshot>): void {
    if (isClosed) return;
    snapshot = { ...snapshot, ...change };
    onChange(snapshot);
  }

  function letGo(): void {
    stopListening();
    stopListening = () => undefined;
    for (const track of stream?.getTracks() ?? []) {
      track.onended = null;
      track.stop();
    }
    stream = null;
    onLevel(0);
  }

  async function open(): Promise<void> {
    if (!("mediaDevices" in navigator)) {
      set({ state: "insecure" });
      return;
    }
    try {
      const opened = await capture(micId);
      if (isClosed) {
        for (const track of opened.getTracks()) track.stop();
        return;
      }
      stream = opened;
      const track = opened.getAudioTracks()[0];
      if (track) track.onended = again;
      stopListening = listen(opened, (hearing) => set({ hearing }), onLevel);
      set({
        state: "ok",
        hearing: "listening",
        usedId: track?.getSettings().deviceId ?? null,
      });
    } catch (error) {
      set({ state: stateOf(error), usedId: null });
    }
  }

  /** A microphone was pulled out, or one came: what is open may not be what should be. */
  function again(): void {
    letGo();
    void open();
  }
  function onDevices(): void {
    const isGone = stream?.getAudioTracks()[0]?.readyState === "ended";
    if (isGone || snapshot.state === "missing") again();
    else if (micId !== null && snapshot.state === "ok" && snapshot.usedId !== micId) again();
  }
  if ("mediaDevices" in navigator)
    navigator.mediaDevices.addEventListener("devicechange", onDevices);
  onChange(snapshot);
  void open();

  return {
    close() {
      isClosed = true;
      if ("mediaDevices" in navigator)
        navigator.mediaDevices.removeEventListener("devicechange", onDevices);
      letGo();
    },
  };
}

async function capture(micId: string | null): Promise<MediaStream> {
  const plain = {
    channelCount: 1,
    echoCancellation: false,
    noiseSuppression: false,
    autoGainControl: false,
  };
  return await navigator.mediaDevices.getUserMedia({
    // Ideal, not exact: a headset left at home must not look like no microphone at all.
    audio: micId === null ? plain : { ...plain, deviceId: micId },
  });
}

/** Browsers tell a person's no, the system's no, no device and a device in use apart by name. */
function stateOf(error: unknown): PreviewState {
  if (!(error instanceof DOMException)) return "failed";
  if (error.name === "NotAllowedError") return /system/i.test(error.message) ? "system" : "denied";
  if (error.name === "NotFoundError" || error.name === "OverconstrainedError") return "missing";
  return error.name === "NotReadableError" || error.name === "AbortError" ? "busy" : "failed";
}

/** Watches the samples of a stream. A browser that waits for a gesture gets it from the next key or press. */
function listen(
  stream: MediaStream,
  onHearing: (hearing: Hearing) => void,
  onLevel: (level: number) => void,
): () => void {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 2048;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  let judge: ReturnType<typeof createHearing> | null = null;
  let last: Hearing = "listening";
  const wake = () => void context.resume().catch(() => undefined);
  wake();
  for (const event of ["pointerdown", "keydown"]) document.addEventListener(event, wake);

  const timer = setInterval(() => {
    // Until it runs there is nothing to judge: zeros would look like a dead microphone.
    if (context.state !== "running") return;
    analyser.getFloatTimeDomainData(samples);
    judge ??= createHearing(performance.now());
    const hearing = judge(samples, performance.now());
    onLevel(levelOf(samples));
    if (hearing === last) return;
    last = hearing;
    onHearing(hearing);
  }, EVERY_MS);
  return () => {
    clearInterval(timer);
    for (const event of ["pointerdown", "keydown"]) document.removeEventListener(event, wake);
    void context.close().catch(() => undefined);
  };
}
