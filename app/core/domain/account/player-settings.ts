/** What "next" and "previous" of the player go to. */
export const STEP_KINDS = ["question", "topic", "promise"] as const;
export type StepKind = (typeof STEP_KINDS)[number] | "any";

/** How a person plays calls, the same in every browser (product §10.5). */
export type PlayerSettings = {
  /** 0.5–3 in steps of 0.25. */
  rate: number;
  /** 0–1 */
  volume: number;
  isMuted: boolean;
  isSkipping: boolean;
  /** The shortest silence that is skipped. */
  silenceMs: number;
  /** Single keys of product §8.9 act. */
  hasKeys: boolean;
  /** Timeline layers that are switched off. */
  hidden: string[];
  stepKind: StepKind;
};

export const DEFAULT_SETTINGS: PlayerSettings = {
  rate: 1,
  volume: 1,
  isMuted: false,
  isSkipping: false,
  silenceMs: 1_500,
  hasKeys: true,
  hidden: [],
  stepKind: "question",
};
