/** What a row of the recordings may show beside its name, in the order in which it is offered. */
export const LIST_COLUMNS = [
  "strip",
  "us",
  "labels",
  "owner",
  "started",
  "length",
  "reviewed",
  "reviewer",
  "comments",
  "company",
  "people",
  "team",
  "kind",
  "language",
  "consent",
  "quality",
  "visibility",
] as const;
export type ListColumn = (typeof LIST_COLUMNS)[number];
export type Density = "comfortable" | "compact";

/** How a member wants the recordings. */
export type ListSettings = {
  /** The shown ones, the most important first. */
  columns: ListColumn[];
  density: Density;
  /** The saved view that opens by itself. */
  viewId: string | null;
};

export const DEFAULT_LIST: ListSettings = {
  columns: ["strip", "us", "labels", "owner", "started", "length"],
  density: "comfortable",
  viewId: null,
};
