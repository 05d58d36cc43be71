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
  terms: 5_000,
  variants: 10,
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
  /** More is a job of its own. */
  exportRows: 50_000,
} as const;
