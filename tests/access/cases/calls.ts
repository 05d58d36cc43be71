import type { clipLinkCommands } from "#app/core/pages/clip-links-commands.server.ts";
import type { bulkCommands } from "#app/core/pages/bulk-commands.server.ts";
import type { playbackCommands } from "#app/core/pages/playback-commands.server.ts";
import type { homeCommands } from "#app/core/pages/home-commands.server.ts";
import type { recordCommands, uploadCommands } from "#app/core/pages/upload-commands.server.ts";
import type { recordingsCommands } from "#app/core/pages/recordings-commands.server.ts";
import type { crmCommands } from "#app/core/pages/crm-commands.server.ts";
import type { activityCommands } from "#app/core/pages/saved-views.server.ts";
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
    { right: "call.update", form: { version: "1", title: "A demo", talkKind: "demo" } },
  ],
  link_deal: { right: "call.update", about: "deal", form: { dealId: "{dealId}" } },
  link_crm_deal: { right: "crm.review", form: { crm: "mock", record: "{mockRecordId}" } },
  make_deal: {
    right: "call.update",
    form: { name: "Renewal", stageId: "{stageId}", company: "Acme" },
  },
  choose_contact: {
    right: "call.update",
    form: { participantId: "{participantId}", contactId: "{contactId}" },
  },
  no_contact: { right: "call.update", form: { participantId: "{participantId}" } },
  make_contact: {
    right: "call.update",
    form: {
      ...{ participantId: "{participantId}", name: "Elena Duarte", company: "Acme" },
      ...{ jobTitle: "Buyer", emails: "elena@acme.test", phones: "+49 421 555 0118" },
    },
  },
  change_contact: {
    right: "call.update",
    form: {
      ...{ participantId: "{participantId}", contactId: "{knownContactId}", version: "1" },
      name: "Renamed",
    },
  },
  unlink_deal: { right: "call.update" },
  leave_deal: { right: "call.update" },
  give_label: { right: "call.update", form: { labelId: "{labelId}" } },
  take_label: { right: "call.update", form: { labelId: "{givenId}" } },
  give_new_label: { right: "call.update", also: "label.manage", form: { name: "A new label" } },
  add_person: { right: "transcript.update", form: { name: "Another person", side: "C" } },
  add_comment: [
    { right: "comment.write", form: { body: "A word about it", t0Ms: "100", t1Ms: "800" } },
    {
      right: "comment.write",
      form: { body: "A question", ask: "{heirId}", mentions: "{memberId}", access: "leave" },
    },
  ],
  reply: [
    { right: "comment.write", form: { commentId: "{commentId}", body: "An answer" } },
    {
      right: "comment.write",
      form: { commentId: "{commentId}", body: "An answer", mentions: "{memberId}" },
    },
  ],
  edit_comment: {
    right: "comment.edit",
    form: {
      ...{ commentId: "{commentId}", body: "Another text", version: "1" },
      mentions: "{memberId}",
    },
  },
  delete_comment: { right: "comment.delete", form: { commentId: "{commentId}" } },
  restore_comment: { right: "comment.delete", form: { commentId: "{deletedCommentId}" } },
  resolve_comment: { right: "comment.resolve", form: { commentId: "{commentId}" } },
  reopen_comment: { right: "comment.resolve", form: { commentId: "{commentId}" } },
  follow_comment: { right: "comment.read", form: { commentId: "{commentId}" } },
  unfollow_comment: { right: "comment.read", form: { commentId: "{commentId}" } },
  retry: { right: "recording.retry", form: { recordingId: "{recordingId}" } },
  transfer: { right: "call.transfer", form: { memberId: "{heirId}" } },
  give_access: { right: "call.share", form: { memberId: "{heirId}", level: "view" } },
  take_back_access: { right: "call.share", form: { grantId: "{grantId}" } },
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
  make_link: [
    { right: "link.create", form: { t0Ms: "0", t1Ms: "900", names: "true" } },
    {
      right: "link.create",
      form: { audience: "people", addresses: "elena@north.example", days: "7" },
    },
  ],
  extend_link: { right: "link.change", form: { linkId: "{sharedId}", days: "3" } },
  change_link_password: {
    right: "link.change",
    form: { linkId: "{sharedId}", password: "another harbour" },
  },
  remove_link_address: {
    right: "link.change",
    form: { linkId: "{sharedId}", email: "elena@north.example" },
  },
  revoke_link: { right: "link.change", form: { linkId: "{sharedId}" } },
  retry_link: { right: "link.change", form: { linkId: "{failedLinkId}" } },
  make_embed_key: [
    { right: "link.change", form: { linkId: "{embedLinkId}", origins: "https://desk.example" } },
    { right: "link.change", form: { linkId: "{embedLinkId}", showsTitle: "true", days: "30" } },
  ],
  rotate_embed_key: { right: "link.change", form: { keyId: "{embedKeyId}", hours: "1" } },
  revoke_embed_key: { right: "link.change", form: { keyId: "{embedKeyId}" } },
  mint_embed_token: {
    right: "link.change",
    form: { keyId: "{embedKeyId}", minutes: "5", label: "Elena" },
  },
  revoke_call_links: { right: "link.change" },
  /** That access is given with it only by who may: `domain/review`. */
  assign_reviewer: {
    right: "call.update",
    form: { memberId: "{granteeId}", dueOn: "2100-01-31" },
  },
  take_reviewer: { right: "call.update", form: { assignmentId: "{assignmentId}" } },
  restore_reviewer: { right: "call.update", form: { assignmentId: "{assignmentId}" } },
  finish_review: { right: "call.read" },
  reopen_review: { right: "call.read" },
  trash: { right: "call.delete" },
  correct_words: [
    { right: "transcript.update", form: words },
    { right: "transcript.update", also: "dictionary.manage", form: { ...words, addTerm: "on" } },
  ],
  correct_speaker: {
    right: "transcript.update",
    form: { number: "1", segment: "0", participantId: "{participantId}" },
  },
  regenerate_summary: { right: "call.update", form: { templateId: "1", templateVersion: "1" } },
  edit_summary: {
    right: "call.update",
    form: {
      ...{ templateId: "1", section: "agenda" },
      items: JSON.stringify([{ type: "bullets", value: { text: "Three points" } }]),
    },
  },
  take_new_summary: {
    right: "call.update",
    form: { templateId: "1", section: "agenda", version: "1" },
  },
  keep_my_summary: {
    right: "call.update",
    form: { templateId: "1", section: "agenda", version: "1" },
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
  restore: { right: "call.restore", form: { callId: "{trashedId}" } },
} satisfies CasesOf<typeof uploadCommands.commands>;

const selected = { callIds: "{callId}" } as const;
/** Of a library that is its owner's alone. */
const curates = { right: "library.make", about: "own" } as const;
const bulk = {
  bulk_give_label: { right: "call.update", form: { ...selected, labelId: "{labelId}" } },
  bulk_take_label: { right: "call.update", form: { ...selected, labelId: "{givenId}" } },
  bulk_give_new_label: {
    right: "call.update",
    also: "label.manage",
    form: { ...selected, name: "A new label" },
  },
  bulk_access: { right: "call.delete", form: { ...selected, visibility: "workspace" } },
  bulk_reviewer: { right: "call.update", form: { ...selected, memberId: "{heirId}" } },
  bulk_regenerate: { right: "call.update", form: { ...selected, templateId: "1" } },
  bulk_preview_library: {
    ...curates,
    changesNothing: "it is asked before",
    form: { ...selected, libraryId: "{libraryId}" },
  },
  bulk_add_to_library: {
    ...curates,
    form: { ...selected, libraryId: "{libraryId}", folderId: "{folderId}", gives: "0" },
  },
  bulk_delete: { right: "call.delete", form: selected },
  bulk_restore: { right: "call.restore", form: { callIds: "{trashedId}" } },
  bulk_undo: { right: "call.list", about: "own", form: { runId: "{runId}" } },
  bulk_cancel: { right: "call.list", about: "own", form: { runId: "{openRunId}" } },
} satisfies CasesOf<typeof bulkCommands>;
const ofView = { right: "view.make", about: "own", form: { viewId: "{viewId}" } } as const;
/** Of a page of figures: its command changes a view of any page, as its owner may. */
const savedViews = {
  save_view: { right: "view.make", form: { name: "Another view", query: "range=last-month" } },
  change_view: { ...ofView, form: { ...ofView.form, name: "Renamed", version: "1" } },
  delete_view: ofView,
  restore_view: { ...ofView, form: { viewId: "{goneViewId}" } },
} satisfies CasesOf<typeof activityCommands.commands>;

const recordings = {
  ...uploads,
  ...bulk,
  save_view: { right: "view.make", form: { name: "Another view", query: "state=ready" } },
  update_view: { ...ofView, form: { ...ofView.form, query: "q=price", version: "1" } },
  change_view: { ...ofView, form: { ...ofView.form, name: "Renamed", version: "1" } },
  delete_view: ofView,
  restore_view: { ...ofView, form: { viewId: "{goneViewId}" } },
  default_view: { right: "preferences.update", about: "own", form: { viewId: "{viewId}" } },
  follow_view: { ...ofView, form: { ...ofView.form, pace: "daily" } },
  arrange_list: {
    right: "preferences.update",
    form: { order: "owner", shown: "owner", density: "compact", press: "save" },
  },
} satisfies CasesOf<typeof recordingsCommands.commands>;
const ofCall = { callId: "{callId}" };
const ofNotice = { right: "home.read", about: "own", form: { noticeId: "{noticeId}" } } as const;
const home = {
  ...uploads,
  answer: {
    right: "comment.write",
    form: { ...ofCall, commentId: "{commentId}", body: "An answer" },
  },
  undo_answer: [
    { right: "comment.delete", form: { ...ofCall, commentId: "{commentId}" } },
    {
      right: "comment.delete",
      form: { ...ofCall, commentId: "{commentId}", requestId: "{requestId}" },
    },
  ],
  mark_read: ofNotice,
  mark_unread: ofNotice,
  finish_review: { right: "call.read", form: ofCall },
  reopen_review: { right: "call.read", form: ofCall },
  admit: { right: "guest.admit", form: { guestId: "{guestId}", callId: "{liveId}" } },
  name_speaker: {
    right: "transcript.update",
    form: { ...ofCall, number: "1", segment: "0", name: "Another person", side: "C" },
  },
  unname_speaker: { right: "transcript.update", form: { ...ofCall, number: "1", to: "1" } },
  leave_speaker: { right: "transcript.update", form: ofCall },
  ask_speaker: { right: "transcript.update", form: ofCall },
  link_deal: {
    right: "call.update",
    about: "deal",
    form: { ...ofCall, dealId: "{dealId}" },
  },
  leave_deal: { right: "call.update", form: ofCall },
  choose_metrics: {
    right: "preferences.update",
    form: { first: "patience", second: "cut_in", third: "fillers" },
  },
  first_steps: { right: "preferences.update", form: { hides: "yes" } },
} satisfies CasesOf<typeof homeCommands.commands>;

const ofWrite = { writeId: "{writeId}", version: "1" };
const crm = {
  accept: [
    { right: "crm.review", form: ofWrite },
    { right: "crm.review", form: { ...ofWrite, value: "Send both offers and call" } },
  ],
  accept_all: { right: "crm.review", form: { writeIds: "{writeId}" } },
  reject: { right: "crm.review", form: ofWrite },
  resend: { right: "crm.review", form: ofWrite },
  recheck: { right: "crm.review", form: ofWrite },
  revert: { right: "crm.revert", form: ofWrite },
  force_revert: { right: "crm.revert", form: ofWrite },
  keep: { right: "crm.revert", form: ofWrite },
} satisfies CasesOf<typeof crmCommands.commands>;

const ofPage = { right: "recording.retry" } as const;
const recordPage = {
  retry: ofPage,
  keep: ofPage,
  discard: ofPage,
  use_partial: ofPage,
  trash: { right: "call.delete" },
} satisfies CasesOf<typeof recordCommands.commands>;

const ofClip = { about: "clip" } as const;
const ofClipLink = (more: Record<string, string> = {}) => ({
  ...ofClip,
  right: "link.change" as const,
  form: { linkId: "{clipLinkId}", ...more },
});
const clipLinks = {
  make_link: [
    { ...ofClip, right: "link.create", form: { revision: "1", names: "true", transcript: "true" } },
    {
      ...{ ...ofClip, right: "link.create" },
      form: { revision: "1", audience: "people", addresses: "elena@north.example" },
    },
  ],
  agree: { ...ofClip, right: "link.create", form: { revision: "1" } },
  extend_link: ofClipLink({ days: "3" }),
  change_link_password: ofClipLink({ password: "another harbour" }),
  remove_link_address: ofClipLink({ email: "elena@north.example" }),
  revoke_link: ofClipLink(),
  retry_link: ofClipLink(),
} satisfies CasesOf<typeof clipLinkCommands.commands>;

/** What pages of calls and their recordings are asked for. */
export const OF_CALLS = [
  ...askedOf("routes/work/playback", "/playback/{callId}", playback),
  ...askedOf("routes/resource/clip-links", "/clips/{clipId}/links.json", clipLinks),
  ...askedOf("routes/resource/call-crm", "/calls/{callId}/crm.json", crm),
  ...askedOf("routes/work/home", "/?index", home),
  ...askedOf("routes/work/recordings", "/recordings", recordings),
  ...askedOf("routes/analytics/activity", "/analytics/activity", savedViews),
  ...askedOf("routes/analytics/talk-stats", "/analytics/talk-stats", savedViews),
  ...askedOf("routes/work/recording", "/recordings/{recordingId}", recordPage),
];
