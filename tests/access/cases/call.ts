import type { callPart } from "#app/core/pages/playback-call.server.ts";
import { askedOf, type CasesOf, read, request, type Requests } from "../requests.ts";

const ofPlayback = {
  edit_call: [
    { right: "call.update", form: { version: "1", title: "Another title" } },
    {
      right: "call.update",
      also: "call.delete",
      form: { version: "1", title: "Another title", visibility: "team" },
    },
    { right: "call.update", form: { version: "1", title: "A demo", talkKind: "demo" } },
  ],
  retry: { right: "recording.retry", form: { recordingId: "{recordingId}" } },
  open_recording: { right: "live.host", form: { isShown: "false" } },
  give_access: { right: "call.share", form: { memberId: "{heirId}", level: "view" } },
  take_back_access: { right: "call.share", form: { grantId: "{grantId}" } },
  trash: { right: "call.delete", form: { withClips: "on" } },
} satisfies CasesOf<typeof callPart.commands>;

export const requests: Requests = {
  reads: [
    read("home.read", "routes/resource/home-metrics-json", "/home/metrics.json"),
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
    read("call.list", "routes/resource/palette", "/palette.json", { q: "a" }),
    read("call.read", "routes/work/playback", "/playback/{callId}", { t: "0" }),
    read("call.read", "routes/work/playback", "/playback/{callId}", {
      ...{ tab: "comments", comment: "{commentId}" },
    }),
    read("call.read", "routes/work/playback", "/playback/{callId}", { share: "{sharedId}" }),
    read("media.play", "routes/resource/evidence", "/calls/{callId}/evidence.json", { t: "0" }),
    read("call.list", "routes/resource/recordings-json", "/recordings.json", {
      owner: "{memberId}",
    }),
    read("call.list", "routes/resource/recordings-csv", "/recordings.csv", { owner: "{memberId}" }),
    read("call.read", "routes/resource/metrics-json", "/calls/{callId}/metrics.json"),
    ...["summary", "statistics", "info"].map((tab) =>
      read("call.read", "routes/resource/playback-tab", `/calls/{callId}/tabs/${tab}`),
    ),
    read("call.share", "routes/resource/call-access", "/calls/{callId}/access.json"),
    read("pipeline.watch", "routes/resource/pipeline-stream", "/stream/pipeline"),
    read("pipeline.watch", "routes/resource/pipeline-stream", "/stream/pipeline", {
      call: "{callId}",
    }),
    read("pipeline.watch", "routes/resource/pipeline-stream", "/stream/pipeline", {
      comments: "{callId}",
    }),
  ],
  commands: [
    ...askedOf("routes/work/playback", "/playback/{callId}", ofPlayback),
    ...(["csv", "json"] as const).map((format) =>
      request(
        `selected calls as ${format}`,
        {
          route: `routes/resource/recordings-${format}`,
          path: `/recordings.${format}`,
          form: { callIds: "{callId}" },
        },
        { right: "call.read", declares: "call.list" },
      ),
    ),
    request(
      "what was heard of a call",
      {
        route: "routes/resource/heard",
        path: "/calls/{callId}/heard",
        json: { ranges: [{ t0Ms: 0, t1Ms: 9_000 }] },
      },
      { right: "media.play" },
    ),
  ],
  optional: ["visibility", "talkKind", "withClips"],
};
