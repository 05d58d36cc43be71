import { OF_CALLS } from "./cases/calls.ts";
import type { Asked } from "./cases/case.ts";
import { OF_CLIPS } from "./cases/clips.ts";
import { DOORS } from "./cases/doors.ts";
import { OF_LIBRARIES } from "./cases/libraries.ts";
import { OF_LIVE } from "./cases/live.ts";
import { READS } from "./cases/reads.ts";
import { OF_SETTINGS } from "./cases/settings.ts";
import { OF_TEMPLATES } from "./cases/templates.ts";

/** What an admin's pages can name by an id. */
export const KINDS = [
  "callId",
  "recordingId",
  "fileId",
  "originalId",
  "participantId",
  "clipId",
  "clipFileId",
  "clipLinkId",
  "goneClipId",
  "grantId",
  "granteeId",
  "assignmentId",
  "requestId",
  "commentId",
  "deletedCommentId",
  "sharedId",
  "failedLinkId",
  "embedLinkId",
  "embedKeyId",
  "writeId",
  "trashedId",
  "liveId",
  "liveRecordingId",
  "liveBrowserRecordingId",
  "guestId",
  "memberId",
  "heirId",
  "invitedId",
  "outId",
  "teamId",
  "parentId",
  "emptyTeamId",
  "linkId",
  "sessionId",
  "noticeId",
  "passkeyId",
  "partnerLoginId",
  "breakGlassId",
  "noticeId",
  "labelId",
  "givenId",
  "teamLabelId",
  "archivedId",
  "intoId",
  "mergedId",
  "groupId",
  "trackerId",
  "archivedTrackerId",
  "suggestionId",
  "termId",
  "templateId",
  "archivedTemplateId",
  "mappingRowId",
  "mockRecordId",
  "dealId",
  "stageId",
  "contactId",
  "knownContactId",
  "goneDealId",
  "archivedStageId",
  "runId",
  "openRunId",
  "viewId",
  "goneViewId",
  "libraryId",
  "goneLibraryId",
  "itemId",
  "goneItemId",
  "wishId",
  "clipItemId",
  "libraryLinkId",
  "viewedLibraryId",
  "requiredId",
  "endedRequiredId",
  "listenerId",
  "folderId",
  "roleId",
] as const;
export type House = Record<(typeof KINDS)[number], string>;

/** A request as a browser sent it. `{kind}` in its parts stands for the id of that kind. */
export type Recorded = {
  /** Id of the route that answers. */
  route: string;
  method?: string;
  path: string;
  query?: Record<string, string>;
  form?: Record<string, string>;
  json?: Record<string, unknown>;
  bytes?: Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
};

/** Everything a member can ask to be done: each command of each page, and what is no command. */
export const DEEDS: Asked[] = [
  ...OF_CALLS,
  ...OF_CLIPS,
  ...OF_LIBRARIES,
  ...OF_LIVE,
  ...OF_SETTINGS,
  ...OF_TEMPLATES,
  ...DOORS,
];

/** Every request of a member, with everything in it right. */
export const RECORDED: Recorded[] = [...READS, ...DEEDS].map(({ recorded }) => recorded);
