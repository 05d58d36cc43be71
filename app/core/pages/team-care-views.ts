import type { TeamCareView } from "#app/core/domain/care/team-care-views.ts";
import type { Ignored } from "#app/core/domain/list/list-query.ts";

export type TeamCarePage = {
  care: TeamCareView;
  /** Of those the reader leads; null: all. */
  team: string | null;
  ignored: Ignored[];
  /** The Mondays of the weeks beside it; null where nothing is kept, or the week is not over. */
  earlier: string | null;
  later: string | null;
};
