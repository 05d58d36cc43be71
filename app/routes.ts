import {
  index,
  layout,
  prefix,
  type RouteConfig,
  type RouteConfigEntry,
  route,
} from "@remix-run/route-config";

/** The data behind a list's screen: one module, an address for each format. */
const twins = (path: string, file: string): RouteConfigEntry[] =>
  ["json", "csv"].map((format) =>
    route(`${path}.${format}`, file, { id: file.replace(/\.ts$/, `-${format}`) }),
  );

export default [
  layout("routes/account/_frame.tsx", [
    route("signin", "routes/account/signin.tsx"),
    route("signin/:partner", "routes/account/signin-identity-provider.tsx"),
    route("signin/:partner/auth", "routes/account/signin-identity-provider-return.tsx"),
    route("signout", "routes/account/signout.tsx"),
    route("signup", "routes/account/signup.tsx"),
    route("signup/:urlPath", "routes/account/signup-invited.tsx"),
    route("activate/:code", "routes/account/activate.tsx"),
    route("password-reset", "routes/account/password-reset.tsx"),
  ]),
  layout("routes/work/_shell.tsx", [
    index("routes/work/home.tsx"),
    route("recordings", "routes/work/recordings.tsx"),
    route("recordings/:id", "routes/work/recording.tsx"),
    route("playback/:callId", "routes/work/playback.tsx"),
    layout("routes/setting/_shell.tsx", [
      ...prefix("setting", [
        route("general", "routes/setting/general.tsx"),
        route("member", "routes/setting/member.tsx"),
        route("label", "routes/setting/label.tsx"),
        route("audit-log/system-log", "routes/setting/system-log.tsx"),
        route("audit-log/user-log", "routes/setting/user-log.tsx"),
      ]),
    ]),
    route("console", "routes/work/console.tsx"),
    route("console/:callId", "routes/work/console-call.tsx"),
  ]),
  route("console-popper", "routes/work/console-popper.tsx"),
  route("shared/:urlPath", "routes/public/shared.tsx"),
  // Ours: no screens
  route("preferences", "routes/resource/preferences.ts"),
  route("preferences/player", "routes/resource/player-settings.ts"),
  route("view-as", "routes/resource/view-as.ts"),
  ...twins("recordings", "routes/resource/recordings.ts"),
  route("recordings/begin", "routes/resource/recordings-begin.ts"),
  route("recordings/import", "routes/resource/recordings-import.ts"),
  ...prefix("calls/:callId", [
    route("transcript/:number", "routes/resource/transcript-index.ts"),
    route("transcript/:number/:page", "routes/resource/transcript-page.ts"),
    route("export/:file", "routes/resource/transcript-export.ts"),
    route("labels", "routes/resource/call-labels.ts"),
    route("metrics.json", "routes/resource/metrics-json.ts"),
    route("heard", "routes/resource/heard.ts"),
    route("access.json", "routes/resource/call-access.ts"),
    route("token", "routes/resource/live-token.ts"),
    route("stream", "routes/resource/call-stream.ts"),
    route("lobby/stream", "routes/resource/lobby-stream.ts"),
    route("local/:part/:seq", "routes/resource/local-copy.ts"),
  ]),
  route("media/:fileId", "routes/resource/media.ts"),
  route("stream/pipeline", "routes/resource/pipeline-stream.ts"),
  route("audit-log/system/:format", "routes/resource/system-log-export.ts"),
  route("audit-log/user/:format", "routes/resource/user-log-export.ts"),
  route("mail", "routes/resource/mail.tsx"),
  route("problems/:code", "routes/resource/problems.tsx"),
  route("api/v1/*", "routes/resource/nothing.ts", { id: "nothing-api" }),
  route("hooks/*", "routes/resource/nothing.ts", { id: "nothing-hooks" }),
  route("*", "routes/work/not-found.tsx"),
] satisfies RouteConfig;
