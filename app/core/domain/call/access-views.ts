import type { CallWay } from "../access/access.ts";
import type { PersonRef } from "../views.ts";
import type { Visibility } from "./call-views.ts";

export type GrantLevel = "view" | "edit";
export type GrantSource = "direct" | "mention" | "library" | "reviewer" | "feedback";

/** Access that one of the sources gave. */
export type GrantView = {
  id: string;
  level: GrantLevel;
  source: GrantSource;
  /** Who gave it; null where nobody is known any more. */
  by: string | null;
  /** The team it was given to; null where it is the person's own. */
  team: string | null;
};

/** Somebody who sees the call, and why. */
export type AccessPerson = PersonRef & {
  ways: Exclude<CallWay, "workspace">[];
  grants: GrantView[];
};

/** Who sees a call. */
export type AccessView = {
  visibility: Visibility;
  /** The call's team. */
  team: string | null;
  /** Those who see it by something that is about them, the owner first, then by name. */
  people: AccessPerson[];
  /** How many members the workspace has, where all of them see the call; null where they do not. */
  everyone: number | null;
  /** Whom access can be given to: active colleagues who have none of their own yet. */
  candidates: PersonRef[];
};
