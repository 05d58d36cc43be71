/** What the page of a player says to its script, as JSON in an attribute. Times are seconds of what plays. */
export type PlayerData = {
  /** Address of the sound, without its signature. */
  sound: string;
  words: string | null;
  /** Renews the signature, and says whether the key still works. */
  pulse: string;
  heard: string;
  signature: string;
  duration: number;
  start: number;
  end: number | null;
  autoplay: boolean;
  lane: Lane | null;
  /** Whether the words stand open; null: as they were left. */
  transcript: boolean | null;
  keyboard: boolean;
  /** Who may talk to it. */
  origins: string[];
  texts: PlayerTexts;
};
/** Whose voice: ours, or theirs. */
export type Lane = "us" | "them";
export type PlayerTexts = Record<
  | ("play" | "pause" | "mute" | "unmute" | "position" | "rate")
  | ("ended" | "unplayable" | "wordsFailed" | "us" | "them"),
  string
>;
