import type { homeCommands } from "#app/core/pages/home-commands.server.ts";
import type { transcriptPart } from "#app/core/pages/playback-transcript.server.ts";
import { askedOf, type CasesOf, read, type Requests, type SomeCasesOf } from "../requests.ts";

const words = {
  number: "1",
  segment: "0",
  firstWord: "0",
  lastWord: "0",
  before: "Hello",
  after: "Hallo",
};

const ofCall = { callId: "{callId}" };

const ofPlayback = {
  correct_words: [
    { right: "transcript.update", form: words },
    { right: "transcript.update", also: "dictionary.manage", form: { ...words, addTerm: "on" } },
  ],
  correct_speaker: {
    right: "transcript.update",
    form: { number: "1", segment: "0", participantId: "{participantId}" },
  },
  revert_transcript: { right: "transcript.update", form: { number: "1", to: "1" } },
} satisfies CasesOf<typeof transcriptPart.commands>;

const ofHome = {
  name_speaker: {
    right: "transcript.update",
    form: { ...ofCall, number: "1", segment: "0", name: "Another person", side: "C" },
  },
  unname_speaker: { right: "transcript.update", form: { ...ofCall, number: "1", to: "1" } },
  leave_speaker: { right: "transcript.update", form: ofCall },
  ask_speaker: { right: "transcript.update", form: ofCall },
} satisfies SomeCasesOf<typeof homeCommands.commands>;

export const requests: Requests = {
  reads: [
    read("transcript.read", "routes/resource/transcript-index", "/calls/{callId}/transcript/1"),
    read("transcript.read", "routes/resource/transcript-page", "/calls/{callId}/transcript/1/0"),
    ...["txt", "vtt", "srt", "json"].map((kind) =>
      read(
        "transcript.export",
        "routes/resource/transcript-export",
        `/calls/{callId}/export/1.${kind}`,
      ),
    ),
  ],
  commands: [
    ...askedOf("routes/work/playback", "/playback/{callId}", ofPlayback),
    ...askedOf("routes/work/home", "/?index", ofHome),
  ],
  optional: ["addTerm"],
};
