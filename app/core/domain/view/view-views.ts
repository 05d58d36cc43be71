/** How often somebody is told by e-mail what is new in a view. */
export const PACES = ["off", "daily", "weekly"] as const;
export type Pace = (typeof PACES)[number];

/** A saved view as its tab and its menu show it. */
export type ViewRef = {
  id: string;
  name: string;
  query: string;
  isShared: boolean;
  isOwn: boolean;
  owner: string;
  version: number;
  /** How often the reader is told of it by e-mail. */
  pace: Pace;
  canChange: boolean;
};
