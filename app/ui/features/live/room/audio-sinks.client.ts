import type { RemoteTrack } from "livekit-client";

export type AudioSinks = {
  play: (track: RemoteTrack) => void;
  stop: (track: RemoteTrack) => void;
  /** Silences everybody while the call is on hold, whoever comes in meanwhile. */
  setMuted: (isMuted: boolean) => void;
  /** An output device; browsers that cannot choose one keep theirs. */
  setOutput: (deviceId: string) => void;
  close: () => void;
};

/**
 * The `<audio>` elements others are heard through. They are reused from track to track and from room to
 * room: a background tab may not play new ones (live §15).
 */
export function openAudioSinks(): AudioSinks {
  const all = new Set<HTMLAudioElement>();
  const free: HTMLAudioElement[] = [];
  const taken = new Map<RemoteTrack, HTMLAudioElement>();
  let isMuted = false;
  let output: string | null = null;

  function make(): HTMLAudioElement {
    const element = document.createElement("audio");
    element.autoplay = true;
    element.hidden = true;
    document.body.append(element);
    all.add(element);
    point(element);
    return element;
  }

  function point(element: HTMLAudioElement): void {
    if (output === null || !("setSinkId" in element)) return;
    // Some browsers want a gesture for it; the default output is better than silence.
    element.setSinkId(output).catch(() => undefined);
  }

  return {
    play(track) {
      const element = free.pop() ?? make();
      taken.set(track, element);
      track.attach(element);
      element.muted = isMuted;
    },
    stop(track) {
      const element = taken.get(track);
      if (element === undefined) return;
      taken.delete(track);
      track.detach(element);
      free.push(element);
    },
    setMuted(next) {
      isMuted = next;
      for (const element of all) element.muted = next;
    },
    setOutput(deviceId) {
      output = deviceId;
      for (const element of all) point(element);
    },
    close() {
      for (const [track, element] of taken) track.detach(element);
      for (const element of all) element.remove();
      taken.clear();
      all.clear();
    },
  };
}
