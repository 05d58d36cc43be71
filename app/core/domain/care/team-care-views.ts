import type { PersonRef } from "../views.ts";
import type { CareCard, ManagerLoad, OwnCare, Precision, TeamCare } from "./care-views.ts";

/** What a tracker looks for that makes calls hard. */
export type HardWords = {
  trackerId: string;
  name: string;
  category: "abuse" | "negative";
  language: string;
  phrases: string[];
};

export type TeamCareView = {
  monday: string;
  /** Whether hard calls are asked after in this workspace at all. */
  asksHard: boolean;
  /** Null for who looks with another's eyes: it is for the member alone. */
  own: OwnCare | null;
  /** Null for who leads nobody. */
  people: CareCard[] | null;
  /** Whether all who are led are among them: nobody opens a whole house at once. */
  isEverybody: boolean;
  manager: ManagerLoad | null;
  team: TeamCare | null;
  teams: PersonRef[];
  words: HardWords[];
  /** For admins: how often rules were right; null for everybody else. */
  precision: Precision[] | null;
};
