import type { PlayerSettings } from "#app/core/domain/account/player-settings.ts";
import type { Choice, LibraryContents } from "#app/core/domain/library/library-reads.server.ts";
import type {
  AskedView,
  AudienceOfMany,
  LibraryKind,
  LibraryLine,
  Preview,
  RoleView,
} from "#app/core/domain/library/library-views.ts";
import type { OwnViewing, ViewingView } from "#app/core/domain/viewing/viewing-views.ts";
import type { Ignored } from "#app/core/domain/list/list-query.ts";

/** A call, a range of it in ms, or a clip, on its way into a library. */
export type Adds = {
  callId: string | null;
  clipId: string | null;
  /** Ids of several clips, "id,id". */
  clips: string | null;
  t0: number | null;
  t1: number | null;
};

export type LibrariesView = {
  kind: LibraryKind | null;
  q: string;
  libraries: LibraryLine[];
  wishes: AskedView[];
  teams: { id: string; name: string }[];
  mayPublish: boolean;
  adds: Adds | null;
  ignored: Ignored[];
};

export type LibraryPageView = LibraryContents & {
  roles: RoleView[];
  /** Whom a role can be given: `team:` or `member:` and the id. */
  choices: { id: string; name: string }[];
  /** How many members can open the library. */
  readers: number;
  settings: PlayerSettings;
  /** What of it is to be heard by whom the reader leads, and by whom else they may ask it. */
  viewings: ViewingView[];
  listenerChoices: { id: string; name: string }[];
  mayRequire: boolean;
  /** What the reader is to hear and has not. */
  own: OwnViewing[];
  /** What is about to be added, and what that does. */
  preview: Preview | null;
  /** The same of several clips. */
  many: AudienceOfMany | null;
  adds: Adds | null;
  /** Clips and calls that the search found; null while nothing is searched. */
  found: Choice[] | null;
  q: string;
};
