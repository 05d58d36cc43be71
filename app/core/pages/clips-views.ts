import type { PlayerSettings } from "#app/core/domain/account/player-settings.ts";
import type {
  ClipFacets,
  ClipLine,
  ClipSource,
  ClipsQuery,
} from "#app/core/domain/clip/clip-list-views.ts";
import type { LabelRef } from "#app/core/domain/label/label-views.ts";
import type { ViewRef } from "#app/core/domain/view/view-views.ts";
import type { Ignored } from "#app/core/domain/list/list-query.ts";

export type ClipColumn =
  | "title"
  | "call"
  | "by"
  | "made"
  | "length"
  | "pieces"
  | "views"
  | "who"
  | "labels"
  | "state";

export type ClipsView = {
  clips: ClipLine[];
  count: number;
  next: string | null;
  facets: ClipFacets;
  /** What can be put on many clips: labels of the workspace. */
  labels: LabelRef[];
  settings: PlayerSettings;
  /** Addresses of the list that were kept under a name. */
  views: ViewRef[];
  query: ClipsQuery;
  /** Calls to cut a new clip of, where somebody asked for one; `q`: what they looked for. */
  sources: { q: string; calls: ClipSource[] } | null;
  ignored: Ignored[];
};
