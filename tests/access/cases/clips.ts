import type { clipCommands } from "#app/core/pages/clip-commands.server.ts";
import type { clipsCommands } from "#app/core/pages/clips-commands.server.ts";
import { askedOf, type CasesOf } from "./case.ts";

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
  agree_clip: answer,
  decline_clip: answer,
} satisfies CasesOf<typeof clipCommands.commands>;

const ofView = { right: "view.make", about: "own", form: { viewId: "{viewId}" } } as const;
const list = {
  save_view: { right: "view.make", form: { name: "Another view", query: "days=7" } },
  change_view: { ...ofView, form: { ...ofView.form, name: "Renamed", version: "1" } },
  delete_view: ofView,
  restore_view: { ...ofView, form: { viewId: "{goneViewId}" } },
  restore_clip: { right: "clip.restore", form: { clipId: "{goneClipId}" } },
  delete_clips: { ...ofClip, form: { clipIds: '["{clipId}"]' } },
  label_clips: { ...ofClip, form: { labelId: "{labelId}", clipIds: '["{clipId}"]' } },
  retry_clip: { ...ofClip, form: { clipId: "{clipId}" } },
} satisfies CasesOf<typeof clipsCommands.commands>;

/** What the pages of clips are asked for. */
export const OF_CLIPS = [
  ...askedOf("routes/work/clip", "/clips/{clipId}", page),
  ...askedOf("routes/work/clips", "/clips", list),
];
