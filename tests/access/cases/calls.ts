import type { playbackCommands } from "#app/core/pages/playback-commands.server.ts";
import type { recordCommands, uploadCommands } from "#app/core/pages/upload-commands.server.ts";
import { askedOf, type CasesOf } from "./case.ts";

const words = {
  number: "1",
  segment: "0",
  firstWord: "0",
  lastWord: "0",
  before: "Hello",
  after: "Hallo",
};

const playback = {
  edit_call: [
    { right: "call.update", form: { version: "1", title: "Another title" } },
    {
      right: "call.update",
      also: "call.delete",
      form: { version: "1", title: "Another title", visibility: "team" },
    },
  ],
  give_label: { right: "call.update", form: { labelId: "{labelId}" } },
  take_label: { right: "call.update", form: { labelId: "{givenId}" } },
  give_new_label: { right: "call.update", also: "label.manage", form: { name: "A new label" } },
  add_person: { right: "transcript.update", form: { name: "Another person", side: "C" } },
  retry: { right: "recording.retry", form: { recordingId: "{recordingId}" } },
  transfer: { right: "call.transfer", form: { memberId: "{heirId}" } },
  give_access: { right: "call.share", form: { memberId: "{heirId}", level: "view" } },
  take_back_access: { right: "call.share", form: { grantId: "{grantId}" } },
  trash: { right: "call.delete" },
  correct_words: [
    { right: "transcript.update", form: words },
    { right: "transcript.update", also: "dictionary.manage", form: { ...words, addTerm: "on" } },
  ],
  correct_speaker: {
    right: "transcript.update",
    form: { number: "1", segment: "0", participantId: "{participantId}" },
  },
  revert_transcript: { right: "transcript.update", form: { number: "1", to: "1" } },
} satisfies CasesOf<typeof playbackCommands.commands>;

const ofRow = { right: "recording.retry", form: { recordingId: "{recordingId}" } } as const;
const uploads = {
  retry: ofRow,
  keep: ofRow,
  discard: ofRow,
  use_partial: ofRow,
  trash: { right: "call.delete", form: { recordingId: "{recordingId}" } },
} satisfies CasesOf<typeof uploadCommands.commands>;

const ofPage = { right: "recording.retry" } as const;
const recordPage = {
  retry: ofPage,
  keep: ofPage,
  discard: ofPage,
  use_partial: ofPage,
  trash: { right: "call.delete" },
} satisfies CasesOf<typeof recordCommands.commands>;

/** What pages of calls and their recordings are asked for. */
export const OF_CALLS = [
  ...askedOf("routes/work/playback", "/playback/{callId}", playback),
  ...askedOf("routes/work/home", "/?index", uploads),
  ...askedOf("routes/work/recordings", "/recordings", uploads),
  ...askedOf("routes/work/recording", "/recordings/{recordingId}", recordPage),
];
