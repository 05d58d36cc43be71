/** Numbers of a call that Home can show, by their names in Statistics. Speed is counted differently by language, so it is not among them. */
export const HOME_METRICS = [
  "talk_ratio",
  "longest_monologue",
  "switches_per_min",
  "patience",
  "cut_in",
  "questions_per_hour",
  "answered_questions",
  "silences",
  "overlap_ratio",
  "interruptions",
  "fillers",
] as const;
export type HomeMetricKey = (typeof HOME_METRICS)[number];

/** What a member chose for their first page. */
export type HomePreferences = {
  /** Three different ones. */
  metrics: HomeMetricKey[];
  /** Calls whose nameless words they let be, the newest last. */
  left: string[];
  /** First steps are put away. */
  hidesSteps: boolean;
};
