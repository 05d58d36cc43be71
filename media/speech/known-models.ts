import type { ModelKind } from "./sherpa-model.ts";

/** A model that is offered by name. `megabytes`: of the archive, about; what it takes unpacked is up to a half more. */
export type KnownModel = {
  name: string;
  kind: ModelKind;
  /** BCP 47, the best known first. */
  languages: readonly string[];
  megabytes: number;
  license: string;
  address: string;
  /** Of the archive, where several who publish it agree; else the first install remembers it. */
  sha256?: string;
};

/** Release archives of the project that makes the recogniser. */
const RELEASE = "https://github.com/k2-fsa/sherpa-onnx/releases/download/asr-models";

const CC_BY = "CC-BY-4.0";
const known = (
  name: string,
  kind: ModelKind,
  languages: string,
  more: { megabytes: number; license: string; sha256?: string },
): KnownModel => ({
  ...{ name, kind, languages: languages.split(" "), ...more },
  address: `${RELEASE}/${name}.tar.bz2`,
});

/** From the documentation of sherpa-onnx; quality of the first two on the Open ASR leaderboard: speech.md §7. */
export const KNOWN_MODELS: readonly KnownModel[] = [
  known("sherpa-onnx-nemo-parakeet-tdt-0.6b-v2-int8", "nemo-transducer", "en", {
    ...{ megabytes: 482, license: CC_BY },
  }),
  known(
    "sherpa-onnx-nemo-parakeet-tdt-0.6b-v3-int8",
    "nemo-transducer",
    "en de fr es it pt nl pl cs sk sl hr bg ro hu el da sv fi et lv lt mt ru uk",
    {
      ...{ megabytes: 487, license: CC_BY },
      sha256: "5793d0fd397c5778d2cf2126994d58e9d56b1be7c04d13c7a15bb1b4eafb16bf",
    },
  ),
  known("sherpa-onnx-nemo-parakeet-tdt_ctc-0.6b-ja-35000-int8", "nemo-ctc", "ja", {
    ...{ megabytes: 489, license: CC_BY },
    sha256: "4b0a800ef29f4f4c8667339bf6f60d5bfdc2852ddc9dc5741aea65b6f8d1306b",
  }),
  known(
    "sherpa-onnx-sense-voice-zh-en-ja-ko-yue-int8-2024-07-17",
    "sense-voice",
    "ja zh en ko yue",
    {
      ...{ megabytes: 163, license: "FunASR Model License" },
      sha256: "7d1efa2138a65b0b488df37f8b89e3d91a60676e416f515b952358d83dfd347e",
    },
  ),
];

export const findKnownModel = (name: string): KnownModel | undefined =>
  KNOWN_MODELS.find((model) => model.name === name);
