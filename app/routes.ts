import { index, layout, prefix, type RouteConfig, route } from "@remix-run/route-config";

export default [
  layout("routes/account/_frame.tsx", [
    route("signin", "routes/account/signin.tsx"),
    route("signout", "routes/account/signout.tsx"),
  ]),
  layout("routes/work/_shell.tsx", [
    index("routes/work/home.tsx"),
    route("recordings", "routes/work/recordings.tsx"),
    route("recordings/:id", "routes/work/recording.tsx"),
    route("playback/:callId", "routes/work/playback.tsx"),
    route("console", "routes/work/console.tsx"),
    route("console/:callId", "routes/work/console-call.tsx"),
  ]),
  route("console-popper", "routes/work/console-popper.tsx"),
  route("shared/:urlPath", "routes/public/shared.tsx"),
  // Ours: no screens
  route("preferences", "routes/resource/preferences.ts"),
  route("recordings.json", "routes/resource/recordings-json.ts"),
  route("recordings.csv", "routes/resource/recordings-csv.ts"),
  route("recordings/begin", "routes/resource/recordings-begin.ts"),
  route("recordings/import", "routes/resource/recordings-import.ts"),
  ...prefix("calls/:callId", [
    route("transcript/:number", "routes/resource/transcript-index.ts"),
    route("transcript/:number/:page", "routes/resource/transcript-page.ts"),
    route("export/:file", "routes/resource/transcript-export.ts"),
    route("metrics.json", "routes/resource/metrics-json.ts"),
    route("token", "routes/resource/live-token.ts"),
    route("stream", "routes/resource/call-stream.ts"),
    route("lobby/stream", "routes/resource/lobby-stream.ts"),
    route("local/:part/:seq", "routes/resource/local-copy.ts"),
  ]),
  route("media/:fileId", "routes/resource/media.ts"),
  route("stream/pipeline", "routes/resource/pipeline-stream.ts"),
  route("problems/:code", "routes/resource/problems.tsx"),
  route("api/v1/*", "routes/resource/nothing.ts", { id: "nothing-api" }),
  route("hooks/*", "routes/resource/nothing.ts", { id: "nothing-hooks" }),
  route("*", "routes/work/not-found.tsx"),
] satisfies RouteConfig;
