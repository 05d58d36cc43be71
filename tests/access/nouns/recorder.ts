import { aBrowserRecording } from "#tests/support/live-rows.ts";
import { type Fixtures, type Ids, partOfCall } from "../noun.ts";

const OF_BROWSER = ["liveBrowserRecordingId"] as const;
declare module "../noun.ts" {
  interface Kinds extends Ids<typeof OF_BROWSER> {}
}

const ofBrowser = partOfCall(OF_BROWSER, async ({ owner, team, visibility }) => ({
  liveBrowserRecordingId: await aBrowserRecording(owner, { visibility, teamId: team.id }),
}));

export const fixtures: Fixtures = {
  parts: [ofBrowser],
};
