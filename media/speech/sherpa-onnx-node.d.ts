/** The package has no types; these are the calls of its documentation that we use (1.13). */
declare module "sherpa-onnx-node" {
  export type OfflineStream = {
    acceptWaveform(wave: { sampleRate: number; samples: Float32Array }): void;
  };
  export type OfflineRecognizer = {
    createStream(hotwords?: string): OfflineStream;
    decodeAsync(stream: OfflineStream): Promise<{
      text?: string;
      tokens?: string[];
      timestamps?: number[];
      durations?: number[];
    }>;
  };
  const addon: {
    OfflineRecognizer: {
      createAsync(config: Record<string, unknown>): Promise<OfflineRecognizer>;
    };
  };
  export default addon;
}
