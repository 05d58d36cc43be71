import { callPart } from "./playback-call.server.ts";
import { commentsPart } from "./playback-comments.server.ts";
import { dealPart } from "./playback-deal.server.ts";
import { labelsPart } from "./playback-labels.server.ts";
import { table } from "./playback-part.server.ts";
import { peoplePart } from "./playback-people.server.ts";
import { sharesPart } from "./playback-shares.server.ts";
import { summaryPart } from "./playback-summary.server.ts";
import { transcriptPart } from "./playback-transcript.server.ts";

/** What the page of a call may ask for. */
export const playbackCommands = table({
  ...callPart.commands,
  ...peoplePart.commands,
  ...dealPart.commands,
  ...labelsPart.commands,
  ...commentsPart.commands,
  ...sharesPart.commands,
  ...summaryPart.commands,
  ...transcriptPart.commands,
});
