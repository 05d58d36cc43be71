import { levelOf } from "#app/ui/features/capture/mic-level.ts";

export type SoundSource = "microphone" | "tab";

export type SoundDesk = {
  /** Puts another sound in the place of a source; null: silence. */
  plug: (source: SoundSource, stream: MediaStream | null) => void;
  /** What is recorded of a source, or of their sum; the same for as long as the desk is open. */
  out: (source: SoundSource | "mix") => MediaStream;
  /** Loudness now, 0–1. */
  level: (source: SoundSource) => number;
  /** The newest 0.7 s of a source, −1…1: what nobody looked at between two looks. */
  samples: (source: SoundSource) => Float32Array;
  /** A muted microphone is silent, and its time goes on. */
  mute: (isMuted: boolean) => void;
  /** How long it has sounded, ms: a computer that sleeps stops it. */
  soundedMs: () => number;
  wake: () => Promise<void>;
  close: () => void;
};

/** The most an analyser keeps: a tab in the background looks only once a second. */
const WINDOW = 32_768;
/** What is loud now. */
const NOW = 2_048;

/** All sound goes through one clock, so that the sources stay in step for hours, whatever device they come from. */
export function openSoundDesk(): SoundDesk {
  const context = new AudioContext({ sampleRate: 48_000 });
  const mix = oneChannel(context);
  const open = (): Channel => {
    const gain = context.createGain();
    const out = oneChannel(context);
    const analyser = context.createAnalyser();
    analyser.fftSize = WINDOW;
    // Without any input nothing comes out, not even silence: the browser's recorder would keep back what it heard last.
    const silence = context.createConstantSource();
    silence.offset.value = 0;
    silence.connect(gain);
    silence.start();
    gain.connect(out);
    gain.connect(mix);
    gain.connect(analyser);
    return { gain, out, analyser, heard: new Float32Array(WINDOW), input: null };
  };
  const channels = { microphone: open(), tab: open() };

  const samples = (source: SoundSource): Float32Array => {
    const { analyser, heard } = channels[source];
    analyser.getFloatTimeDomainData(heard);
    return heard;
  };
  return {
    plug(source, stream) {
      const channel = channels[source];
      channel.input?.disconnect();
      channel.input = null;
      if (stream === null || stream.getAudioTracks().length === 0) return;
      channel.input = context.createMediaStreamSource(new MediaStream(stream.getAudioTracks()));
      channel.input.connect(channel.gain);
    },
    out: (source) => (source === "mix" ? mix : channels[source].out).stream,
    level: (source) => levelOf(samples(source).subarray(-NOW)),
    samples,
    mute(isMuted) {
      channels.microphone.gain.gain.value = isMuted ? 0 : 1;
    },
    soundedMs: () => context.currentTime * 1000,
    wake: () => context.resume(),
    close: () => void context.close(),
  };
}

type Channel = {
  gain: GainNode;
  out: MediaStreamAudioDestinationNode;
  analyser: AnalyserNode;
  heard: Float32Array<ArrayBuffer>;
  input: MediaStreamAudioSourceNode | null;
};

function oneChannel(context: AudioContext): MediaStreamAudioDestinationNode {
  const out = context.createMediaStreamDestination();
  out.channelCount = 1;
  out.channelCountMode = "explicit";
  return out;
}
