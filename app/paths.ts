/** Every address of the product, once. Ids are opaque; queries are plain objects whose empty values are left out. */
type Query = Record<string, string | number | readonly string[] | null | undefined>;

function withQuery(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === null || value === undefined || value === "") continue;
    for (const item of Array.isArray(value) ? value : [value]) search.append(key, String(item));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

const id = encodeURIComponent;

export const paths = {
  home: () => "/",
  /** One row of Home's queue, open; all of them; where its forms go, and where the row itself is told what came of it. */
  homeItem: (key: string) => withQuery("/", { open: key }),
  /** Changes of CRMs that wait for the reader, or were decided. */
  homeCrm: (query: { tab?: string } = {}) => withQuery("/", { panel: "crm", ...query }),
  homeAll: () => "/?show=all",
  homeForms: () => "/?index",
  homeInPlace: () => "/?index&in=place",
  homeMetricsJson: () => "/home/metrics.json",
  signIn: (next?: string) => withQuery("/signin", { next }),
  signInFactor: (next?: string) => withQuery("/signin", { step: "factor", next }),
  signInStep: (step: "set_up" | "link" | "passkey", next?: string) =>
    withQuery("/signin", { step, next }),
  signInIdentityProvider: (identityProvider: string, next?: string, invitation?: string) =>
    withQuery(`/signin/${id(identityProvider)}`, { next: next === "/" ? null : next, invitation }),
  signInIdentityProviderAgain: (identityProvider: string, next: string) =>
    withQuery(`/signin/${id(identityProvider)}`, { again: 1, next }),
  signInIdentityProviderReturn: (identityProvider: string) =>
    `/signin/${id(identityProvider)}/auth`,
  signOut: () => "/signout",
  signUp: () => "/signup",
  signUpInvited: (urlPath: string) => `/signup/${id(urlPath)}`,
  activate: (code: string) => `/activate/${id(code)}`,
  passwordReset: (token?: string) => withQuery("/password-reset", { token }),
  mail: (mailId?: string) => withQuery("/mail", { id: mailId }),
  settingGeneral: (query?: Query) => withQuery("/setting/general", query),
  /** The keys of every page, in the settings. */
  shortcuts: () => "/setting/general#shortcuts",
  /** Which notices are e-mailed, in the settings. */
  noticeSettings: () => "/setting/general#notifications",
  viewAs: () => "/view-as",
  settingMember: (query?: Query) => withQuery("/setting/member", query),
  /** The form of one colleague or one team, where it stands in its list. */
  editMember: (memberId: string) => `${withQuery("/setting/member", { edit: memberId })}#edit`,
  editTeam: (teamId: string) =>
    `${withQuery("/setting/member", { tab: "teams", edit: teamId })}#edit`,
  settingLabel: (query?: Query) => withQuery("/setting/label", query),
  /** The form of one label, where it stands in its list. */
  editLabel: (labelId: string, query?: Query) =>
    `${withQuery("/setting/label", { ...query, edit: labelId })}#edit`,
  /** With `edit` the row that stands open in its list. */
  dictionary: (query?: Query, at: "" | "#edit" | "#test" = "") =>
    withQuery("/setting/dictionary", query) + at,
  termsCsv: () => "/setting/dictionary/terms.csv",
  callSummaryChoices: (callId: string) => `/calls/${id(callId)}/summary-templates`,
  templates: (query?: Query) => withQuery("/setting/summarization-template", query),
  template: (templateId: number, query?: Query) =>
    withQuery(`/setting/summarization-template/${templateId}`, query),
  mapping: (templateId: number, crm: string, query?: Query) =>
    withQuery(`/setting/summarization-template/${templateId}/${crm}-mapping`, query),
  templateJson: (templateId: number) =>
    `/setting/summarization-template/${templateId}/template.json`,
  connections: (query?: Query) => withQuery("/setting/admin-system-integration", query),
  /** Where a provider sends people back to. */
  connectionReturn: (slug: string) => `/auth/${id(slug)}`,
  callLabels: (callId: string) => `/calls/${id(callId)}/labels`,
  systemLog: (query?: Query) => withQuery("/setting/audit-log/system-log", query),
  userLog: (query?: Query) => withQuery("/setting/audit-log/user-log", query),
  /** Who opened a call. */
  callLog: (callId: string) =>
    withQuery("/setting/audit-log/user-log", { event: "call.opened", target: callId }),
  logExport: (log: "system" | "user", format: "csv" | "jsonl", query?: Query) =>
    withQuery(`/audit-log/${log}/${format}`, query),
  notices: (query?: Query) => withQuery("/notices", query),
  /** Opens it: it counts as read, and leads on to what it is about. */
  notice: (noticeId: string) => `/notices/${id(noticeId)}`,
  /** Where an e-mail's "stop" leads, and where mail programs send theirs. */
  unsubscribe: (token: string) => `/hooks/unsubscribe/${id(token)}`,
  palette: (q: string) => withQuery("/palette.json", { q }),
  preferences: () => "/preferences",
  playerSettings: () => "/preferences/player",
  recordings: (query?: Query) => withQuery("/recordings", query),
  recordingsJson: (query?: Query) => withQuery("/recordings.json", query),
  recordingsCsv: (query?: Query) => withQuery("/recordings.csv", query),
  libraries: (query?: Query) => withQuery("/library", query),
  library: (libraryId: string, query?: Query) => withQuery(`/library/${id(libraryId)}`, query),
  librariesFile: (format: "json" | "csv", query?: Query) => withQuery(`/library.${format}`, query),
  /** All items of a library, as a file. */
  libraryItems: (libraryId: string, format: "json" | "csv") =>
    `/library/${id(libraryId)}/items.${format}`,
  /** One item, for its player. */
  libraryItem: (libraryId: string, itemId: string) =>
    `/library/${id(libraryId)}/items/${id(itemId)}`,
  /** Who has not heard yet what they are to hear of a library, as a table. */
  libraryWaiting: (libraryId: string, requiredId: string) =>
    `/library/${id(libraryId)}/required/${id(requiredId)}/waiting.csv`,
  clips: (query?: Query) => withQuery("/clips", query),
  clipsFile: (format: "json" | "csv", query?: Query) => withQuery(`/clips.${format}`, query),
  clip: (clipId: string, query?: { edit?: number; t?: number; share?: string }) =>
    withQuery(`/clips/${id(clipId)}`, query),
  /** Sound or a waveform of a clip. */
  clipFile: (fileId: string) => `/media/clip/${id(fileId)}`,
  /** The same to keep: under the clip's title, and noted as a download. */
  clipDownload: (fileId: string) => `/media/clip/${id(fileId)}?download=1`,
  clipWordsFile: (clipId: string, format: "vtt" | "txt") =>
    `/media/clip/${id(clipId)}/words/${format}`,
  /** The words of a clip in pieces, `index` or a page's number behind it. */
  clipPages: (clipId: string) => `/media/clip/${id(clipId)}/pages`,
  clipHeard: (clipId: string) => `/media/clip/${id(clipId)}/heard`,
  dealsCsv: (query?: Query) => withQuery("/deals.csv", query),
  /** The deals that were entered here, their stages and who sees them, in the settings. */
  /** Ranges of talk metrics, of one kind of call. */
  settingBands: (query?: Query) => withQuery("/setting/general", { tab: "metrics", ...query }),
  settingDeals: (query?: Query) => withQuery("/setting/general", { tab: "deals", ...query }),
  /** The form of one deal or one stage, where it stands in its list. */
  editOfDeals: (id: string, query?: Query) =>
    `${withQuery("/setting/general", { tab: "deals", ...query, edit: id })}#edit`,
  activity: (query?: Query) => withQuery("/analytics/activity", query),
  activityFile: (format: "json" | "csv", query?: Query) =>
    withQuery(`/analytics/activity.${format}`, query),
  talkStats: (query?: Query) => withQuery("/analytics/talk-stats", query),
  talkStatsFile: (format: "json" | "csv", query?: Query) =>
    withQuery(`/analytics/talk-stats.${format}`, query),
  teamCare: (query?: Query) => withQuery("/analytics/team-care", query),
  /** Computes the page's numbers anew from its JSON, by whoever wants to check them. */
  talkStatsScript: () => "/talk-stats-check.mjs",
  /** What can be chosen for the calls that are selected in the list. */
  bulkChoices: () => "/bulk/choices.json",
  /** How a run over many calls stands, and what came of each. */
  bulkResult: (runId: string, format: "json" | "csv") => `/bulk/${id(runId)}/result.${format}`,
  recordingsBegin: () => "/recordings/begin",
  recordingsImport: () => "/recordings/import",
  /** Whether a name is a member's. */
  recordingsColleagues: (name: string) => withQuery("/recordings/colleagues.json", { name }),
  /** What would be brought in of a transcript. */
  recordingsPreview: () => "/recordings/preview.json",
  recorder: (query?: { call?: string }) => withQuery("/recorder", query),
  /** Where a browser's recorder sends its pieces. */
  recorderPiece: (recordingId: string, part: string, seq: number) =>
    `/recordings/${id(recordingId)}/pieces/${id(part)}/${seq}`,
  recording: (recordingId: string) => `/recordings/${id(recordingId)}`,
  playback: (
    callId: string,
    query?: { t?: number; tab?: string; comment?: string; clip?: "new"; share?: string },
  ) => withQuery(`/playback/${id(callId)}`, query),
  /** For a form of the page that goes on where it is. */
  playbackInPlace: (callId: string) => `/playback/${id(callId)}?in=place`,
  transcript: (callId: string, number: number) => `/calls/${id(callId)}/transcript/${number}`,
  transcriptPage: (callId: string, number: number, page: number) =>
    `/calls/${id(callId)}/transcript/${number}/${page}`,
  transcriptExport: (callId: string, number: number, format: "txt" | "vtt" | "srt" | "json") =>
    `/calls/${id(callId)}/export/${number}.${format}`,
  summaryFile: (callId: string, format: "txt" | "json") => `/calls/${id(callId)}/summary.${format}`,
  metricsJson: (callId: string) => `/calls/${id(callId)}/metrics.json`,
  callAccess: (callId: string) => `/calls/${id(callId)}/access.json`,
  /** Who somebody on a call is and may be. */
  callContacts: (callId: string, participantId: string, q?: string) =>
    withQuery(`/calls/${id(callId)}/people/${id(participantId)}/contacts.json`, { q }),
  callLinks: (callId: string) => `/calls/${id(callId)}/links.json`,
  callCrmDeals: (callId: string, q?: string) =>
    withQuery(`/calls/${id(callId)}/crm-deals.json`, { q }),
  callDeals: (callId: string, q?: string) => withQuery(`/calls/${id(callId)}/deals.json`, { q }),
  callReviewers: (callId: string) => `/calls/${id(callId)}/reviewers.json`,
  /** Who can be mentioned in a comment. */
  mentionable: (callId: string) => `/calls/${id(callId)}/mentions.json`,
  commentsFile: (callId: string, format: "txt" | "vtt" | "csv") =>
    `/calls/${id(callId)}/comments.${format}`,
  callTab: (callId: string, tab: string) => `/calls/${id(callId)}/tabs/${tab}`,
  callCrm: (callId: string) => `/calls/${id(callId)}/crm.json`,
  /** Its forms, answered where they stand. */
  callCrmInPlace: (callId: string) => `/calls/${id(callId)}/crm.json?in=place`,
  evidence: (callId: string, { t, end }: { t: number; end: number | null }) =>
    withQuery(`/calls/${id(callId)}/evidence.json`, { t, end }),
  heard: (callId: string) => `/calls/${id(callId)}/heard`,
  media: (fileId: string) => `/media/${id(fileId)}`,
  download: (fileId: string) => `/media/${id(fileId)}?download=1`,
  upload: (uploadId: string) => `/uploads/${id(uploadId)}`,
  uploads: () => "/uploads",
  console: () => "/console",
  consoleCall: (callId: string) => `/console/${id(callId)}`,
  consolePopper: () => "/console-popper",
  /** A link's secret part; also the full invitation once the origin stands before it. */
  shared: (urlPath: string) => `/shared/${id(urlPath)}`,
  /** Links to several clips, one each. */
  clipsLinks: () => "/clips/links.json",
  /** The links to a clip: what its dialog reads, and where it sends. */
  clipLinks: (clipId: string) => `/clips/${id(clipId)}/links.json`,
  /** The links to a library, the same. */
  libraryLinks: (libraryId: string) => `/library/${id(libraryId)}/links.json`,
  /** A file of a cut, for whoever was let in to what it was cut for. */
  cutFile: (fileId: string) => `/media/cut/${id(fileId)}`,
  /** A player on other sites; `k` is its key. */
  embedPlayback: (callId: string, query: Query = {}) =>
    withQuery(`/embed/playback/${id(callId)}`, query),
  embedMedia: (cutId: string, what: "sound" | "words" | "pulse", query?: Query) =>
    withQuery(`/media/embed/${id(cutId)}/${what}`, query),
  /** A page that tries a key, for another site. */
  embedTestPage: (keyId: string) => `/setting/general/embed-test/${id(keyId)}`,
  oembed: (url: string) => withQuery("/oembed", { url }),
  /** Figures for the operator's monitoring. */
  metrics: () => "/metrics",
  cutWords: (cutId: string) => `/media/cut/${id(cutId)}/words`,
  cutCaptions: (cutId: string) => `/media/cut/${id(cutId)}/captions.vtt`,
  /** Where a visitor's page says that it is open, and learns that it may not be any more. */
  cutPulse: (cutId: string) => `/media/cut/${id(cutId)}/pulse`,
  callToken: (callId: string) => `/calls/${id(callId)}/token`,
  callStream: (callId: string, query?: { after?: number }) =>
    withQuery(`/calls/${id(callId)}/stream`, query),
  lobbyStream: (callId: string) => `/calls/${id(callId)}/lobby/stream`,
  localCopy: (callId: string, part: string, seq: number) =>
    `/calls/${id(callId)}/local/${id(part)}/${seq}`,
  /**
   * @param query `since`: what changed from then on (ISO) comes first; `call`: so does its row, changed or not;
   * `comments`: the call whose comments come too
   */
  pipelineStream: (query?: { since: string; call?: string; comments?: string }) =>
    withQuery("/stream/pipeline", query),
  problem: (code: string) => `/problems/${id(code)}`,
} as const;

/** Pages that a stranger opens, with a secret in their address or to get in; the rest is the app. Any spelling. */
export const isTokenPath = (path: string): boolean =>
  /^\/(signin|signup|activate|password-reset|hooks|shared)\b/i.test(path);
