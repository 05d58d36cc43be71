/** Loudness of one side, 0–127 for each 100 ms; `lane` null: everybody on one. */
export type EmbedLane = { lane: "us" | "them" | null; name: string | null; peaks: Int8Array };

/** What a player on another site is drawn from. No id of a member or participant is in it. */
export type EmbedShown = {
  /** Null: the key shows none. */
  title: string | null;
  workspace: string;
  durationMs: number;
  lanes: EmbedLane[];
  soundUrl: string;
  signedSoundUrl: string;
  wordsUrl: string | null;
  pulseUrl: string;
  heardUrl: string;
  signature: string;
  startMs: number;
  endMs: number | null;
  autoplay: boolean;
  lane: "us" | "them" | null;
  transcript: boolean | null;
  /** Who may talk to it. */
  origins: string[];
};

export type EmbedView = {
  status: 200 | 403 | 410;
  /** Null: nothing is shown, and `note` says why. */
  shown: EmbedShown | null;
  note: "unavailable" | "incomplete" | "preparing" | null;
  /** Who may frame it besides our own pages. */
  ancestors: string[];
  theme: "light" | "dark" | "auto";
  language: string | null;
  keyboard: boolean;
};
