/** How many there may be of what people make (product §6). Sizes and times stand where they are kept. */
export const LIMITS = {
  sessionsListed: 20,
  passkeys: 10,
  /** Of a workspace: whoever is invited or active. */
  members: 2_000,
  teams: 200,
  teamDepth: 6,
  signUpLinks: 200,
  labels: 500,
  labelGroups: 30,
  /** Each is asked of every call whose search entry is written. */
  labelRules: 50,
  labelsOnCall: 50,
  labelsOnClip: 20,
  /** Of one member. */
  views: 50,
  /** Of a workspace. */
  sharedViews: 100,
  /** Parley's own among them; those in the archive are not counted. */
  templates: 100,
  templateSections: 20,
  /** In use, beside a CRM's own. */
  dealStages: 30,
  /** By one file. */
  dealsImported: 1_000,
  mappingRows: 100,
  terms: 5_000,
  variants: 10,
  /** Of one list; Parley's own among them. */
  lexiconWords: 300,
  /** Those in use. */
  trackers: 200,
  trackerPhrases: 50,
  /** Those of a large meeting included. */
  peopleInCall: 50,
  peopleInRoom: 20,
  /** Of the people in a room. */
  guestsInRoom: 10,
  /** The host reads every name. */
  guestsInLobby: 30,
  filesInCall: 20,
  /** Given by hand to single people. */
  grantsInCall: 200,
  /** Of a workspace, personal ones included. */
  libraries: 500,
  libraryItems: 2_000,
  libraryFolders: 100,
  /** Folders in folders. */
  libraryFolderDepth: 5,
  /** Of a library in one link to people outside: of each call there is a file of its own. */
  sharedItems: 100,
  /** Of people and teams in one library. */
  libraryRoles: 100,
  /** In one library, those that stand. */
  requiredViewings: 50,
  /** Answers included, deleted ones not. */
  commentsOnCall: 1_000,
  mentionsInComment: 20,
  /** Of one run; of more that match, the newest. */
  bulkRows: 10_000,
  /** Open suggestions of one member. */
  termSuggestions: 50,
  /** Of one member, waiting or going on. */
  bulkRunsOpen: 5,
  reviewersOnCall: 20,
  requestsOnComment: 20,
  /** More is a job of its own. */
  exportRows: 50_000,
} as const;
