import * as z from "zod";

/** When a kind's notice also goes out as an e-mail; a notice that was read by then does not. */
export const MAIL_CHOICES = ["never", "unread", "at_once", "digest"] as const;
export type MailChoice = (typeof MAIL_CHOICES)[number];

type Kind = {
  /** What its sentence is made of besides who and which call. A title is never among them: it is read for the reader. */
  values: z.ZodObject;
  /** Until the member chooses otherwise. In the product itself every notice is shown. */
  mail: MailChoice;
  /** Who it is for: admins are told of what concerns the whole workspace. */
  isForAdmins?: true;
  /** About security: nobody switches its e-mail off, and it does not wait for working hours. */
  isFixed?: true;
  /** Its e-mail is written where it happens; the notice needs no other. Who has left finds it when they come back. */
  hasOwnEmail?: true;
  /** What was read may be asked once more, and is unread again; of other kinds the same thing is told once for ever. */
  isAskedAgain?: true;
};

const day = z.iso.date();

/** What a member is told of, by kind (product §27). Two notices with the same target and values are the same notice. */
export const NOTICES = {
  mention: { values: z.object({ commentId: z.uuid() }), mail: "unread" },
  reply: { values: z.object({ commentId: z.uuid() }), mail: "unread" },
  feedback_request: {
    values: z.object({ requestId: z.uuid(), commentId: z.uuid(), dueOn: z.string().nullable() }),
    mail: "unread",
    isAskedAgain: true,
  },
  feedback_received: {
    values: z.object({ requestId: z.uuid(), commentId: z.uuid() }),
    mail: "unread",
  },
  reviewer_assigned: {
    values: z.object({ assignmentId: z.uuid(), dueOn: z.string().nullable() }),
    mail: "unread",
    isAskedAgain: true,
  },
  access_given: {
    values: z.object({ level: z.enum(["view", "edit"]), grantId: z.uuid().optional() }),
    mail: "unread",
  },
  /** The owner of a call, or a manager, made the reader its owner. */
  call_handed_over: { values: z.object({}), mail: "unread", isAskedAgain: true },
  /** The reader owns what a deactivated colleague owned; about that colleague. */
  calls_handed_over: { values: z.object({}), mail: "unread", isAskedAgain: true },
  /** Somebody wants a call of yours in a library, which gives its readers access. */
  library_asked: { values: z.object({ itemId: z.uuid() }), mail: "unread", isAskedAgain: true },
  /** The owner of a call answered who wanted it, or a clip of it, in a library. */
  library_agreed: {
    values: z.object({ libraryId: z.uuid(), itemId: z.uuid() }),
    ...{ mail: "unread", isAskedAgain: true },
  },
  library_declined: {
    values: z.object({ libraryId: z.uuid(), itemId: z.uuid() }),
    ...{ mail: "unread", isAskedAgain: true },
  },
  /** A library that is followed has a new item. */
  library_item: { values: z.object({ libraryId: z.uuid(), itemId: z.uuid() }), mail: "never" },
  /** Somebody is to hear a library by a day; another day is told anew. */
  viewing_required: {
    values: z.object({ requiredId: z.uuid(), dueOn: z.string() }),
    mail: "unread",
  },
  /** They have not heard it yet: three days before, on the day, a day behind it, and where somebody reminds them. */
  viewing_due: {
    values: z.object({ requiredId: z.uuid(), dueOn: z.string(), step: z.string() }),
    mail: "unread",
  },
  /** Somebody wants to show pieces of a call to more people than the call is for. */
  clip_asked: { values: z.object({ clipId: z.uuid() }), mail: "unread", isAskedAgain: true },
  /** What was asked for a clip was agreed to. */
  clip_agreed: { values: z.object({ clipId: z.uuid() }), mail: "unread", isAskedAgain: true },
  /** A clip of a call of theirs was changed by who may not show the call outside: its links wait. */
  clip_links_wait: { values: z.object({ clipId: z.uuid() }), mail: "unread", isAskedAgain: true },
  clip_declined: { values: z.object({ clipId: z.uuid() }), mail: "unread", isAskedAgain: true },
  /** A link was opened outside for the first time; `email`: by whom, where they entered a code that was sent there. */
  share_viewed: {
    values: z.object({ linkId: z.uuid(), email: z.string().nullable() }),
    mail: "never",
  },
  /** A link ends within three days; one that was extended ends once more. */
  share_ending: {
    values: z.object({ linkId: z.uuid(), endsAt: z.iso.datetime() }),
    mail: "never",
  },
  recording_ready: { values: z.object({ recordingId: z.uuid() }), mail: "never" },
  /** It plays, and too little of what is said in it has words. */
  words_missing: { values: z.object({ recordingId: z.uuid() }), mail: "never" },
  recording_failed: {
    values: z.object({ recordingId: z.uuid(), stage: z.string(), attempt: z.int() }),
    mail: "at_once",
  },
  /** A recording of theirs was not ended: two days before it is, and when it was. */
  recording_left: {
    values: z.object({ recordingId: z.uuid(), step: z.enum(["waiting", "finished"]) }),
    mail: "unread",
  },
  /** Changes of a CRM wait for a decision: once for a call, until it was read. */
  crm_review: { values: z.object({}), mail: "digest", isAskedAgain: true },
  crm_conflict: { values: z.object({ writeId: z.uuid() }), mail: "digest", isAskedAgain: true },
  crm_failed: { values: z.object({ writeId: z.uuid() }), mail: "digest", isAskedAgain: true },
  private_opened: {
    values: z.object({ access: z.uuid() }),
    mail: "at_once",
    isFixed: true,
    hasOwnEmail: true,
  },
  /** The same break is told once, not every night. */
  chain_check_failed: {
    values: z.object({ brokenAt: z.int().nullable(), unsealed: z.int() }),
    mail: "at_once",
    isForAdmins: true,
    isFixed: true,
  },
  storage_80: { values: z.object({ day }), mail: "at_once", isForAdmins: true },
  storage_95: { values: z.object({ day }), mail: "at_once", isForAdmins: true },
  storage_full: { values: z.object({ day }), mail: "at_once", isForAdmins: true },
  /** Each break is told once. */
  connection_broken: {
    values: z.object({ provider: z.string(), since: z.string() }),
    mail: "at_once",
    isForAdmins: true,
  },
  /** One a day for each kind of work. */
  job_failed: { values: z.object({ job: z.string(), day }), mail: "at_once", isForAdmins: true },
} as const satisfies Record<string, Kind>;

export type NoticeKind = keyof typeof NOTICES;
export type NoticeValues<K extends NoticeKind> = z.output<(typeof NOTICES)[K]["values"]>;

/** In the order in which the settings list them. */
export const NOTICE_KINDS = Object.keys(NOTICES).filter(isNoticeKind);
/** A kind of a later version, in a table that an older one reads, is none. */
export function isNoticeKind(kind: string): kind is NoticeKind {
  return Object.hasOwn(NOTICES, kind);
}
export const ruleOf = (kind: NoticeKind): Kind => NOTICES[kind];
/** Kinds whose e-mail a member may choose. */
export const CHOOSABLE_KINDS = NOTICE_KINDS.filter((kind) => ruleOf(kind).isFixed !== true);
