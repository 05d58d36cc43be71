import { createHash, randomBytes } from "node:crypto";

/** What an admin's pages can name by an id. */
export const KINDS = [
  "callId",
  "recordingId",
  "fileId",
  "participantId",
  "liveId",
  "liveRecordingId",
  "guestId",
  "memberId",
  "heirId",
  "invitedId",
  "outId",
  "teamId",
  "parentId",
  "emptyTeamId",
  "linkId",
  "sessionId",
  "passkeyId",
  "partnerLoginId",
  "breakGlassId",
  "entryId",
] as const;
export type House = Record<(typeof KINDS)[number], string>;

/** A request as a browser sent it. `{kind}` in its parts stands for the id of that kind. */
export type Recorded = {
  /** Id of the route that answers. */
  route: string;
  method?: string;
  path: string;
  query?: Record<string, string>;
  form?: Record<string, string>;
  json?: Record<string, unknown>;
  bytes?: Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
};

const get = (route: string, path: string, query?: Record<string, string>): Recorded => ({
  route,
  path,
  ...(query && { query }),
});
const post = (route: string, path: string, form: Record<string, string>): Recorded => ({
  route,
  path,
  method: "POST",
  form,
});

const PLAYBACK = "routes/work/playback";
const MEMBER = "routes/setting/member";
const GENERAL = "routes/setting/general";
const CONSOLE = "routes/work/console-call";

const reads: Recorded[] = [
  get("routes/work/home", "/"),
  get("routes/work/recordings", "/recordings", { owner: "{memberId}" }),
  get("routes/work/recording", "/recordings/{recordingId}"),
  get(PLAYBACK, "/playback/{callId}", { t: "0" }),
  get(GENERAL, "/setting/general"),
  get(MEMBER, "/setting/member", { edit: "{memberId}" }),
  get(MEMBER, "/setting/member", { team: "{teamId}" }),
  get(MEMBER, "/setting/member", { after: "{memberId}" }),
  ...(["system", "user"] as const).flatMap((log) => [
    get(`routes/setting/${log}-log`, `/setting/audit-log/${log}-log`, { actor: "{memberId}" }),
    get(`routes/setting/${log}-log`, `/setting/audit-log/${log}-log`, { target: "{callId}" }),
    get(`routes/setting/${log}-log`, `/setting/audit-log/${log}-log`, { before: "{entryId}" }),
    get(`routes/resource/${log}-log-export`, `/audit-log/${log}/jsonl`, { actor: "{memberId}" }),
    get(`routes/resource/${log}-log-export`, `/audit-log/${log}/csv`, { before: "{entryId}" }),
  ]),
  get("routes/work/console", "/console"),
  get(CONSOLE, "/console/{liveId}"),
  get("routes/work/console-popper", "/console-popper"),
  get("routes/resource/recordings-json", "/recordings.json", { owner: "{memberId}" }),
  get("routes/resource/recordings-csv", "/recordings.csv", { owner: "{memberId}" }),
  get("routes/resource/transcript-index", "/calls/{callId}/transcript/1"),
  get("routes/resource/transcript-page", "/calls/{callId}/transcript/1/0"),
  ...["txt", "vtt", "srt", "json"].map((kind) =>
    get("routes/resource/transcript-export", `/calls/{callId}/export/1.${kind}`),
  ),
  get("routes/resource/metrics-json", "/calls/{callId}/metrics.json"),
  get("routes/resource/call-stream", "/calls/{liveId}/stream"),
  get("routes/resource/media", "/media/{fileId}"),
  get("routes/resource/media", "/media/{fileId}", { download: "1" }),
  get("routes/resource/pipeline-stream", "/stream/pipeline"),
];

const ofCall: Recorded[] = [
  ...["retry", "keep", "discard", "use_partial"].flatMap((intent) => [
    post("routes/work/home", "/?index", { intent, recordingId: "{recordingId}" }),
    post("routes/work/recordings", "/recordings", { intent, recordingId: "{recordingId}" }),
    post("routes/work/recording", "/recordings/{recordingId}", { intent }),
  ]),
  post("routes/work/recording", "/recordings/{recordingId}", { intent: "trash" }),
  ...[
    { intent: "edit_call", version: "1", title: "Another title", visibility: "team" },
    { intent: "add_person", name: "Another person", side: "C" },
    { intent: "retry", recordingId: "{recordingId}" },
    {
      intent: "correct_words",
      number: "1",
      segment: "0",
      firstWord: "0",
      lastWord: "0",
      before: "Hello",
      after: "Hallo",
    },
    { intent: "correct_speaker", number: "1", segment: "0", participantId: "{participantId}" },
    { intent: "revert_transcript", number: "1", to: "1" },
    { intent: "transfer", memberId: "{heirId}" },
    { intent: "trash" },
  ].map((form) => post(PLAYBACK, "/playback/{callId}", form)),
];

const ofRoom: Recorded[] = [
  ...["admit", "refuse", "remove"].map((intent) => ({ intent, guestId: "{guestId}" })),
  ...["lock", "unlock", "pause", "resume", "hold", "unhold", "flag", "end"].map((intent) => ({
    intent,
  })),
  ...["mute", "unmute", "leave"].map((intent) => ({ intent, tabId: "a-tab-of-ours" })),
  { intent: "note", body: "A note" },
  { intent: "rename", title: "Another title" },
].map((form) => post(CONSOLE, "/console/{liveId}", form));

const ofWorkspace: Recorded[] = [
  ...[
    { intent: "invite", email: "new@fuzz.test", role: "rep", teamId: "{teamId}" },
    { intent: "resend", memberId: "{invitedId}" },
    { intent: "uninvite", memberId: "{invitedId}" },
    { intent: "change", memberId: "{memberId}", role: "manager", teamId: "{teamId}", version: "1" },
    {
      intent: "change",
      memberId: "{memberId}",
      role: "manager",
      teamId: "{teamId}",
      scope: "listed",
      "scopeTeamIds[0]": "{parentId}",
      version: "1",
    },
    { intent: "deactivate", memberId: "{memberId}", heirId: "{heirId}" },
    { intent: "reactivate", memberId: "{outId}" },
    { intent: "view_as", memberId: "{memberId}" },
    { intent: "make_link", role: "rep", teamId: "{teamId}" },
    { intent: "revoke_link", linkId: "{linkId}" },
    { intent: "make_team", name: "Another team", parentId: "{parentId}" },
    {
      intent: "change_team",
      teamId: "{teamId}",
      name: "Renamed",
      parentId: "{emptyTeamId}",
      version: "1",
    },
    { intent: "remove_team", teamId: "{emptyTeamId}" },
  ].map((form) => post(MEMBER, "/setting/member", form)),
  post(GENERAL, "/setting/general", { intent: "revoke", sessionId: "{sessionId}" }),
  post(GENERAL, "/setting/general", { intent: "passkey_remove", passkeyId: "{passkeyId}" }),
  post(GENERAL, "/setting/general", {
    intent: "sign_in_policy",
    factorFor: "nobody",
    breakGlassId: "{breakGlassId}",
    version: "1",
  }),
  post(GENERAL, "/setting/general", {
    intent: "partner_unlink",
    partnerLoginId: "{partnerLoginId}",
  }),
];

/** What a browser's recorder sends of a microphone: the head of a WebM file. */
const PIECE = new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, ...randomBytes(96)]);

const ofBrowsers: Recorded[] = [
  {
    route: "routes/resource/live-token",
    path: "/calls/{liveId}/token",
    method: "POST",
    json: { as: "member", tabId: "a-tab-of-ours", takesOver: "true" },
  },
  {
    route: "routes/resource/live-token",
    path: "/calls/{liveId}/token",
    method: "POST",
    json: { as: "listener", tabId: "a-tab-of-ours" },
  },
  {
    route: "routes/resource/local-copy",
    path: "/calls/{liveId}/local/018f0000-0000-7000-8000-000000000000/0",
    method: "PUT",
    bytes: PIECE,
    headers: {
      "content-type": "audio/webm",
      "x-sha256": createHash("sha256").update(PIECE).digest("hex"),
      "x-part-t0": String(Date.now()),
    },
  },
];

/** Every request of a member that names something by an id, with everything else in it right. */
export const RECORDED: Recorded[] = [...reads, ...ofCall, ...ofRoom, ...ofWorkspace, ...ofBrowsers];

/** Forms of these intents name nothing: there is nothing to put in another's place. */
export const NAMES_NOTHING = {
  "routes/account/signout": [],
  "routes/resource/view-as": [],
  "routes/resource/recordings-begin": [],
  "routes/resource/recordings-import": [],
  "routes/setting/general": [
    "profile",
    "password",
    "revoke_all",
    "factor_on",
    "factor_off",
    "passkey_begin",
    "passkey_add",
    "partner_link",
    "open_private",
    "close_private",
    "workspace",
  ],
  "routes/setting/member": ["check_import", "run_import"],
  "routes/setting/system-log": ["check", "keep"],
  "routes/work/console": ["start", "demo", "test"],
} as const satisfies Record<string, readonly string[]>;
