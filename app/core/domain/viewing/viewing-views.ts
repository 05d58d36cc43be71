/** `none`: not begun. `empty`: nothing of it can be played by them, so that nothing is asked of them yet. */
export type ViewingState = "done" | "part" | "none" | "empty";

/** How far a listener is, in seconds with speech of what they can play of it. */
export type ListenerProgress = {
  memberId: string;
  name: string;
  heard: number;
  total: number;
  state: ViewingState;
};

/** A library or a folder that is to be heard by a day, as who leads its listeners sees it. */
export type ViewingView = {
  requiredId: string;
  folderId: string | null;
  /** Of the person or the team. */
  name: string;
  isTeam: boolean;
  includesLater: boolean;
  by: string;
  /** "2026-12-01" */
  dueOn: string;
  people: ListenerProgress[];
};

/** The same for who is to hear it. */
export type OwnViewing = {
  requiredId: string;
  libraryId: string;
  library: string;
  folderId: string | null;
  folder: string | null;
  by: string;
  dueOn: string;
  heard: number;
  total: number;
  state: ViewingState;
};
