import * as z from "zod";
import { objectOf } from "../workspace-settings.ts";
import {
  CHOOSABLE_KINDS,
  isNoticeKind,
  MAIL_CHOICES,
  type MailChoice,
  type NoticeKind,
  ruleOf,
} from "./notices.ts";
import {
  nextWorkingMoment,
  type Schedule,
  workingHours,
  type WorkingHours,
} from "../working-hours.ts";

const choice = z.enum(MAIL_CHOICES);
/** By kind, where a member chose otherwise than the kind's own. */
export type NoticeChoices = Partial<Record<NoticeKind, MailChoice>>;
export type NoticePreferences = {
  choices: NoticeChoices;
  /** Null: those of the workspace. */
  hours: WorkingHours | null;
};

/** What a member chose, and the hours of the workspace, which are theirs as long as they chose none. */
export type NoticePreferencesView = NoticePreferences & { usualHours: WorkingHours };

/** Out of a member's stored preferences; what is missing or broken is as if nothing had been chosen. */
export function readNoticePreferences(stored: unknown): NoticePreferences {
  const { notices, hours }: Record<string, unknown> = { ...objectOf(stored) };
  const choices: NoticeChoices = {};
  for (const [kind, value] of Object.entries(objectOf(notices))) {
    const parsed = choice.safeParse(value);
    if (parsed.success && isNoticeKind(kind) && ruleOf(kind).isFixed !== true)
      choices[kind] = parsed.data;
  }
  return { choices, hours: workingHours.safeParse(hours).data ?? null };
}

/** When a kind's notices are mailed to a member who chose so. */
export const mailChoiceOf = (kind: NoticeKind, choices: NoticeChoices): MailChoice =>
  choices[kind] ?? ruleOf(kind).mail;

/** Every kind that may be switched off, never by e-mail. */
export const NO_EMAILS: NoticeChoices = Object.fromEntries(
  CHOOSABLE_KINDS.map((kind) => [kind, "never"]),
);

/** What a notice that is read within it is not mailed for. */
const UNREAD_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;

/**
 * When a notice of this kind is due as an e-mail, should it still be unread; null: never. Outside the member's working
 * hours it waits until they begin, but for security.
 */
export function mailDueAt(
  kind: NoticeKind,
  choices: NoticeChoices,
  at: Date,
  schedule: Schedule,
): Date | null {
  const { hasOwnEmail, isFixed } = ruleOf(kind);
  const chosen = mailChoiceOf(kind, choices);
  if (hasOwnEmail === true || chosen === "never") return null;
  const due = new Date(at.getTime() + waitMs(chosen, at.getTime()));
  return isFixed === true ? due : nextWorkingMoment(due, schedule);
}

const waitMs = (chosen: Exclude<MailChoice, "never">, atMs: number): number =>
  chosen === "at_once" ? 0 : chosen === "unread" ? UNREAD_MS : HOUR_MS - (atMs % HOUR_MS);
