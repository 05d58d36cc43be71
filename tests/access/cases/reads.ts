import type { Asked, Deed } from "./case.ts";

const read = (
  right: Deed["right"],
  route: string,
  path: string,
  query?: Record<string, string>,
  more?: Pick<Asked, "about" | "declares">,
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
const MEDIA = "routes/resource/media";

/** Every address of members that shows something. */
export const READS: Asked[] = [
  read("home.read", "routes/work/home", "/"),
  read("call.list", "routes/work/recordings", "/recordings", { owner: "{memberId}" }),
  read("call.list", "routes/work/recordings", "/recordings", { label: "{labelId}" }),
  read("recording.read", "routes/work/recording", "/recordings/{recordingId}"),
  read("call.read", "routes/work/playback", "/playback/{callId}", { t: "0" }),
  read("profile.read", "routes/setting/general", "/setting/general"),
  read(...MEMBER, { edit: "{memberId}" }),
  read(...MEMBER, { team: "{teamId}" }),
  read("label.list", "routes/setting/label", "/setting/label", { edit: "{teamLabelId}" }),
  read("call.update", "routes/resource/call-labels", "/calls/{callId}/labels"),
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
  read("call.share", "routes/resource/call-access", "/calls/{callId}/access.json"),
  read("live.read", "routes/resource/call-stream", "/calls/{liveId}/stream"),
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
  read("session.end", "routes/account/signout", "/signout"),
];
