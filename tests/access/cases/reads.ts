import type { Asked, Deed } from "./case.ts";

const read = (
  right: Deed["right"],
  route: string,
  path: string,
  query?: Record<string, string>,
  more?: Pick<Asked, "about" | "declares" | "leadsOn" | "answers">,
): Asked => ({
  right,
  ...more,
  name: `${path}${query ? `?${new URLSearchParams(query).toString()}` : ""}`,
  intent: null,
  recorded: { route, path, ...(query && { query }) },
});

const ofLog = (log: "system" | "user"): Asked[] => {
  const right = `${log}log.list` as const;
  const page = `/setting/audit-log/${log}-log`;
  return [
    ...[{ actor: "{memberId}" }, { target: "{callId}" }].map((query) =>
      read(right, `routes/setting/${log}-log`, page, query),
    ),
    read(right, `routes/resource/${log}-log-export`, `/audit-log/${log}/jsonl`, {
      actor: "{memberId}",
    }),
    read(right, `routes/resource/${log}-log-export`, `/audit-log/${log}/csv`, {
      target: "{callId}",
    }),
  ];
};

const MEMBER = ["member.list", "routes/setting/member", "/setting/member"] as const;
const TEMPLATES = "/setting/summarization-template";
const MEDIA = "routes/resource/media";

/** Every address of members that shows something. */
export const READS: Asked[] = [
  read("crm.read", "routes/resource/call-crm", "/calls/{callId}/crm.json"),
  read("home.read", "routes/work/home", "/"),
  read("home.read", "routes/resource/home-metrics-json", "/home/metrics.json"),
  read("call.create", "routes/work/recorder", "/recorder"),
  read("call.create", "routes/work/recorder", "/recorder", { call: "{callId}" }),
  read("call.list", "routes/work/recordings", "/recordings", { owner: "{memberId}" }),
  read("call.list", "routes/work/recordings", "/recordings", { label: "{labelId}" }),
  read("call.list", "routes/work/recordings", "/recordings", { run: "{runId}" }),
  read("call.list", "routes/work/recordings", "/recordings", { view: "{viewId}" }),
  read("call.list", "routes/work/recordings", "/recordings", {
    panel: "filters",
    team: "{teamId}",
    reviewer: "{memberId}",
    participant: "{memberId}",
    ...{ deal: "{dealId}", stage: "{stageId}", contact: "{contactId}", tracker: "{trackerId}" },
    "label.all": "{labelId}",
    "label.not": "{givenId}",
    "owner.not": "{memberId}",
    "team.not": "{parentId}",
  }),
  read("call.list", "routes/analytics/activity", "/analytics/activity", {
    ...{ team: "{teamId}", member: "{memberId}", label: "{labelId}" },
  }),
  ...(["json", "csv"] as const).map((format) =>
    read("call.list", `routes/resource/activity-${format}`, `/analytics/activity.${format}`, {
      ...{ team: "{teamId}", member: "{memberId}", label: "{labelId}" },
    }),
  ),
  ...(["json", "csv"] as const).map((format) =>
    read("deal.list", `routes/resource/deals-${format}`, `/deals.${format}`),
  ),
  read("profile.read", "routes/setting/general", "/setting/general", { tab: "deals" }),
  read("profile.read", "routes/setting/general", "/setting/general", {
    ...{ tab: "deals", show: "deleted", q: "deal", edit: "{dealId}" },
  }),
  read("care.own", "routes/analytics/team-care", "/analytics/team-care", { team: "{teamId}" }),
  read("call.list", "routes/analytics/talk-stats", "/analytics/talk-stats", {
    ...{ team: "{teamId}", member: "{memberId}", label: "{labelId}", person: "{memberId}" },
  }),
  ...(["json", "csv"] as const).map((format) =>
    read("call.list", `routes/resource/talk-stats-${format}`, `/analytics/talk-stats.${format}`, {
      ...{ team: "{teamId}", member: "{memberId}", label: "{labelId}", person: "{memberId}" },
    }),
  ),
  read("library.list", "routes/work/libraries", "/library", { add: "{callId}" }),
  read("library.list", "routes/work/libraries", "/library", { clip: "{clipId}" }),
  read("library.list", "routes/work/library", "/library/{libraryId}", undefined, {
    about: "notice",
  }),
  read(
    "library.list",
    "routes/work/library",
    "/library/{libraryId}",
    { clip: "{clipId}", q: "call" },
    { about: "notice" },
  ),
  read(
    "library.list",
    "routes/work/library",
    "/library/{libraryId}",
    { add: "{callId}", folder: "{folderId}", item: "{itemId}" },
    { about: "notice" },
  ),
  read(
    "library.require",
    "routes/resource/library-waiting",
    "/library/{viewedLibraryId}/required/{requiredId}/waiting.csv",
    undefined,
    { about: "own" },
  ),
  read("call.list", "routes/resource/bulk-choices", "/bulk/choices.json"),
  ...(["json", "csv"] as const).map((format) =>
    read(
      "call.list",
      `routes/resource/bulk-result-${format}`,
      `/bulk/{runId}/result.${format}`,
      undefined,
      {
        about: "own",
      },
    ),
  ),
  read("recording.read", "routes/work/recording", "/recordings/{recordingId}"),
  read("call.list", "routes/resource/palette", "/palette.json", { q: "a" }),
  read("call.read", "routes/work/playback", "/playback/{callId}", { t: "0" }),
  read("call.read", "routes/work/playback", "/playback/{callId}", {
    ...{ tab: "comments", comment: "{commentId}" },
  }),
  read("notice.list", "routes/work/notices", "/notices"),
  read("notice.list", "routes/resource/notice", "/notices/{noticeId}", undefined, {
    about: "notice",
    leadsOn: true,
  }),
  read("profile.read", "routes/setting/general", "/setting/general"),
  read(
    "connection.manage",
    "routes/setting/admin-integration",
    "/setting/admin-system-integration",
    { open: "hubspot" },
  ),
  read(
    "connection.manage",
    "routes/integration/callback",
    "/auth/hubspot",
    { code: "a-code", state: "a-state" },
    { answers: 400 },
  ),
  read(...MEMBER, { edit: "{memberId}" }),
  read(...MEMBER, { team: "{teamId}" }),
  read("template.list", "routes/setting/templates", TEMPLATES, { open: "{templateId}" }),
  read("template.list", "routes/setting/template", `${TEMPLATES}/{templateId}`),
  read(
    "template.manage",
    "routes/setting/template-mapping",
    `${TEMPLATES}/{templateId}/mock-mapping`,
    {
      ...{ row: "{mappingRowId}", call: "{callId}" },
    },
  ),
  read(
    "template.manage",
    "routes/resource/template-export",
    `${TEMPLATES}/{templateId}/template.json`,
  ),
  read("label.list", "routes/setting/label", "/setting/label", { edit: "{teamLabelId}" }),
  read("dictionary.list", "routes/setting/dictionary", "/setting/dictionary", {
    open: "{trackerId}",
  }),
  read("dictionary.list", "routes/setting/dictionary", "/setting/dictionary", {
    ...{ tab: "terms", open: "{termId}", test: "{callId}" },
  }),
  read("dictionary.list", "routes/setting/dictionary", "/setting/dictionary", {
    tab: "suggestions",
  }),
  read("dictionary.list", "routes/setting/dictionary", "/setting/dictionary", {
    ...{ tab: "lexicons", language: "ja" },
  }),
  read("dictionary.list", "routes/resource/terms-csv", "/setting/dictionary/terms.csv"),
  read("media.play", "routes/resource/evidence", "/calls/{callId}/evidence.json", { t: "0" }),
  read("call.update", "routes/resource/summary-choices", "/calls/{callId}/summary-templates"),
  read("call.update", "routes/resource/call-labels", "/calls/{callId}/labels"),
  read(
    "call.update",
    "routes/resource/call-contacts",
    "/calls/{callId}/people/{participantId}/contacts.json",
    { q: "a" },
  ),
  read("link.create", "routes/resource/call-links", "/calls/{callId}/links.json"),
  read("link.create", "routes/resource/clip-links", "/clips/{clipId}/links.json", undefined, {
    about: "clip",
  }),
  read(
    "library.make",
    "routes/resource/library-links",
    "/library/{libraryId}/links.json",
    undefined,
    {
      about: "notice",
    },
  ),
  read(
    "link.change",
    "routes/resource/embed-test-page",
    "/setting/general/embed-test/{embedKeyId}",
  ),
  read("call.update", "routes/resource/call-deals", "/calls/{callId}/deals.json"),
  read("call.update", "routes/resource/call-deals", "/calls/{callId}/deals.json", { q: "deal" }),
  read("crm.review", "routes/resource/call-crm-deals", "/calls/{callId}/crm-deals.json"),
  read("crm.review", "routes/resource/call-crm-deals", "/calls/{callId}/crm-deals.json", {
    q: "deal",
  }),
  read("call.update", "routes/resource/call-reviewers", "/calls/{callId}/reviewers.json"),
  ...ofLog("system"),
  ...ofLog("user"),
  read("console.read", "routes/work/console", "/console"),
  read("live.read", "routes/work/console-call", "/console/{liveId}"),
  read("console.read", "routes/work/console-popper", "/console-popper"),
  read("call.list", "routes/resource/recordings-json", "/recordings.json", { owner: "{memberId}" }),
  read("call.list", "routes/resource/recordings-csv", "/recordings.csv", { owner: "{memberId}" }),
  read("transcript.read", "routes/resource/transcript-index", "/calls/{callId}/transcript/1"),
  read("transcript.read", "routes/resource/transcript-page", "/calls/{callId}/transcript/1/0"),
  ...["txt", "vtt", "srt", "json"].map((kind) =>
    read(
      "transcript.export",
      "routes/resource/transcript-export",
      `/calls/{callId}/export/1.${kind}`,
    ),
  ),
  read("call.read", "routes/resource/metrics-json", "/calls/{callId}/metrics.json"),
  ...["summary", "statistics", "info"].map((tab) =>
    read("call.read", "routes/resource/playback-tab", `/calls/{callId}/tabs/${tab}`),
  ),
  read("call.share", "routes/resource/call-access", "/calls/{callId}/access.json"),
  read("comment.write", "routes/resource/comment-mentions", "/calls/{callId}/mentions.json"),
  ...["txt", "vtt", "csv"].map((kind) =>
    read(
      "call.read",
      `routes/resource/comments-export-${kind}`,
      `/calls/{callId}/comments.${kind}`,
    ),
  ),
  read("live.read", "routes/resource/call-stream", "/calls/{liveId}/stream"),
  read("clip.read", "routes/resource/clip-file", "/media/clip/{clipFileId}"),
  read("clip.read", "routes/resource/clip-file", "/media/clip/{clipFileId}", { download: "1" }),
  ...(["vtt", "txt"] as const).map((format) =>
    read("clip.read", "routes/resource/clip-words", `/media/clip/{clipId}/words/${format}`),
  ),
  ...["index", "0"].map((page) =>
    read("clip.read", "routes/resource/clip-pages", `/media/clip/{clipId}/pages/${page}`),
  ),
  read("clip.read", "routes/work/clip", "/clips/{clipId}"),
  read("clip.read", "routes/work/clip", "/clips/{clipId}", { edit: "1" }),
  read("clip.list", "routes/work/clips", "/clips"),
  read("clip.list", "routes/work/clips", "/clips", {
    ...{ by: "{memberId}", team: "{teamId}", label: "{labelId}", call: "{callId}" },
  }),
  ...(["json", "csv"] as const).map((format) =>
    read("clip.list", `routes/resource/clips-${format}`, `/clips.${format}`),
  ),
  read("media.play", MEDIA, "/media/{fileId}"),
  read("media.play", MEDIA, "/media/{fileId}", { download: "1" }),
  read("media.original", MEDIA, "/media/{originalId}", undefined, {
    about: "original",
    declares: "media.play",
  }),
  read("pipeline.watch", "routes/resource/pipeline-stream", "/stream/pipeline"),
  read("pipeline.watch", "routes/resource/pipeline-stream", "/stream/pipeline", {
    call: "{callId}",
  }),
  read("pipeline.watch", "routes/resource/pipeline-stream", "/stream/pipeline", {
    comments: "{callId}",
  }),
  read("session.end", "routes/account/signout", "/signout"),
];
