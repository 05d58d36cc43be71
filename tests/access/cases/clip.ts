import type { clipCommands } from "#app/core/pages/clip-commands.server.ts";
import type { clipsCommands } from "#app/core/pages/clips-commands.server.ts";
import type { sharesPart } from "#app/core/pages/playback-shares.server.ts";
import {
  askedOf,
  type CasesOf,
  read,
  request,
  type Requests,
  type SomeCasesOf,
} from "../requests.ts";

const ofClip = { right: "clip.update" } as const;
/** Who sees the clip may answer for it where they may share its call. */
const answer = { right: "clip.read", also: "call.share", declares: "call.share" } as const;
/** Who may open the call may cut another one of it. */
const copy = { right: "clip.read", also: "clip.create", declares: "clip.create" } as const;
const pieces = JSON.stringify([{ t0Ms: 0, t1Ms: 1_000 }]);

const page = {
  save_clip: [
    { ...ofClip, form: { version: "1", title: "The pause", pieces, visibility: "private" } },
    {
      ...ofClip,
      form: {
        ...{ version: "1", title: "The pause", card: "The pause", hasCaptions: "false" },
        pieces: JSON.stringify([
          { t0Ms: 0, t1Ms: 1_000 },
          { t0Ms: 2_000, t1Ms: 4_000 },
        ]),
        masks: JSON.stringify([{ participantId: null, t0Ms: 2_000, t1Ms: 2_500 }]),
        labelIds: JSON.stringify([]),
      },
    },
  ],
  delete_clip: { ...ofClip, form: { clipId: "{clipId}" } },
  retry_clip: ofClip,
  copy_clip: copy,
  agree_clip: { ...answer, form: { revision: "1" } },
  decline_clip: answer,
} satisfies CasesOf<typeof clipCommands.commands>;

const list = {
  restore_clip: { right: "clip.restore", form: { clipId: "{goneClipId}" } },
  restore_clips: { right: "clip.restore", form: { clipIds: '["{goneClipId}"]' } },
  undo_deletion: { right: "clip.restore", form: { deletionId: "{goneDeletionId}" } },
  delete_clips: { ...ofClip, form: { clipIds: '["{clipId}"]' } },
  label_clips: { ...ofClip, form: { labelId: "{labelId}", clipIds: '["{clipId}"]' } },
  retry_clip: { ...ofClip, form: { clipId: "{clipId}" } },
} satisfies SomeCasesOf<typeof clipsCommands.commands>;

const ofPlayback = {
  make_clip: [
    { right: "clip.create", form: { title: "The pause", pieces: '[{"t0Ms":0,"t1Ms":1000}]' } },
    {
      right: "clip.create",
      form: {
        ...{ title: "The pause", card: "The pause", hasCaptions: "true", visibility: "workspace" },
        pieces: '[{"t0Ms":2000,"t1Ms":4000},{"t0Ms":0,"t1Ms":1000}]',
        masks: '[{"participantId":"{participantId}","t0Ms":0,"t1Ms":500}]',
        labelIds: '["{labelId}"]',
      },
    },
  ],
} satisfies SomeCasesOf<typeof sharesPart.commands>;

export const requests: Requests = {
  reads: [
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
    read("clip.read", "routes/work/clip", "/clips/{clipId}", { share: "{clipLinkId}" }),
    read("clip.list", "routes/work/clips", "/clips"),
    read("clip.list", "routes/work/clips", "/clips", {
      ...{ by: "{memberId}", team: "{teamId}", label: "{labelId}", call: "{callId}" },
    }),
    read("clip.list", "routes/work/clips", "/clips", { state: "deleted", call: "{callId}" }),
    ...(["json", "csv"] as const).map((format) =>
      read("clip.list", `routes/resource/clips-${format}`, `/clips.${format}`),
    ),
  ],
  commands: [
    ...askedOf("routes/work/clip", "/clips/{clipId}", page),
    ...askedOf("routes/work/clips", "/clips", list),
    ...askedOf("routes/work/playback", "/playback/{callId}", ofPlayback),
    request(
      "what was heard of a clip",
      {
        route: "routes/resource/clip-heard",
        path: "/media/clip/{clipId}/heard",
        json: { ranges: [{ t0Ms: 0, t1Ms: 900 }] },
      },
      { right: "clip.read" },
    ),
  ],
  optional: ["card", "pieces", "masks", "hasCaptions"],
};
