import type { PersonRef } from "../views.ts";

/** How often somebody is told by e-mail what is new in a view. */
export const PACES = ["off", "daily", "weekly"] as const;
export type Pace = (typeof PACES)[number];

/** A view is its owner's alone, or shared with the whole workspace, or with the team that is named. */
export type Sharing = { isShared: boolean; teamId: string | null };

/** A saved view as its tab and its menu show it. */
export type ViewRef = {
  id: string;
  name: string;
  query: string;
  isShared: boolean;
  /** Whom it is shared with; null where that is the whole workspace, or where it is its owner's alone. */
  team: PersonRef | null;
  isOwn: boolean;
  owner: string;
  version: number;
  /** How often the reader is told of it by e-mail. */
  pace: Pace;
  canChange: boolean;
};
