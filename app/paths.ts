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
  callLabels: (callId: string) => `/calls/${id(callId)}/labels`,
  systemLog: (query?: Query) => withQuery("/setting/audit-log/system-log", query),
  userLog: (query?: Query) => withQuery("/setting/audit-log/user-log", query),
  /** Who opened a call. */
  callLog: (callId: string) =>
    withQuery("/setting/audit-log/user-log", { event: "call.opened", target: callId }),
  logExport: (log: "system" | "user", format: "csv" | "jsonl", query?: Query) =>
    withQuery(`/audit-log/${log}/${format}`, query),
  preferences: () => "/preferences",
  playerSettings: () => "/preferences/player",
  recordings: (query?: Query) => withQuery("/recordings", query),
  recordingsJson: (query?: Query) => withQuery("/recordings.json", query),
  recordingsCsv: (query?: Query) => withQuery("/recordings.csv", query),
  recordingsBegin: () => "/recordings/begin",
  recordingsImport: () => "/recordings/import",
  recording: (recordingId: string) => `/recordings/${id(recordingId)}`,
  playback: (callId: string, query?: { t?: number; tab?: string }) =>
    withQuery(`/playback/${id(callId)}`, query),
  transcript: (callId: string, number: number) => `/calls/${id(callId)}/transcript/${number}`,
  transcriptPage: (callId: string, number: number, page: number) =>
    `/calls/${id(callId)}/transcript/${number}/${page}`,
  transcriptExport: (callId: string, number: number, format: "txt" | "vtt" | "srt" | "json") =>
    `/calls/${id(callId)}/export/${number}.${format}`,
  metricsJson: (callId: string) => `/calls/${id(callId)}/metrics.json`,
  callAccess: (callId: string) => `/calls/${id(callId)}/access.json`,
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
  callToken: (callId: string) => `/calls/${id(callId)}/token`,
  callStream: (callId: string, query?: { after?: number }) =>
    withQuery(`/calls/${id(callId)}/stream`, query),
  lobbyStream: (callId: string) => `/calls/${id(callId)}/lobby/stream`,
  localCopy: (callId: string, part: string, seq: number) =>
    `/calls/${id(callId)}/local/${id(part)}/${seq}`,
  /** @param query `since`: what changed from then on (ISO) comes first; `call`: so does its row, changed or not */
  pipelineStream: (query?: { since: string; call?: string }) =>
    withQuery("/stream/pipeline", query),
  problem: (code: string) => `/problems/${id(code)}`,
} as const;
