import * as z from "zod";
import { NOTICE_SUBJECTS } from "./notice-views.ts";

const account = z.object({ url: z.url() });
const workspaceName = z.string();
/**
 * A notice as an e-mail says it. `who` null: a program; `call` null: it is not named, as a private one never is; `about`:
 * what sort of thing that is, a call where it is left out.
 */
const noticeLine = z.object({
  kind: z.string(),
  who: z.string().nullable(),
  call: z.string().nullable(),
  about: z.enum(NOTICE_SUBJECTS).optional(),
  url: z.url(),
});
export type NoticeLine = z.output<typeof noticeLine>;

/**
 * Every letter and the facts it is written from (product §27). Facts are sealed in the outbox: most carry a link
 * that signs somebody in.
 */
export const EMAIL_TEMPLATES = {
  activation: account.extend({ workspace: workspaceName.nullable(), hours: z.int() }),
  invitation: account.extend({ workspace: workspaceName, inviter: z.string(), hours: z.int() }),
  already_member: account.extend({ resetUrl: z.url() }),
  password_reset: account.extend({ minutes: z.int() }),
  password_changed: account.extend({ at: z.iso.datetime(), zone: z.string() }),
  new_device: account.extend({ at: z.iso.datetime(), zone: z.string(), device: z.string() }),
  /** An admin opened a private call of theirs: which one is behind the link, not in the letter. */
  private_opened: account.extend({ admin: z.string() }),
  factor_on: account.extend({ at: z.iso.datetime(), zone: z.string() }),
  passkey_added: account.extend({ at: z.iso.datetime(), zone: z.string() }),
  partner_linked: account.extend({ at: z.iso.datetime(), zone: z.string(), partner: z.string() }),
  break_glass: account.extend({ at: z.iso.datetime(), zone: z.string(), who: z.string() }),
  use_partner: account,
  /** For somebody outside, who opens a shared link. */
  share_code: account.extend({ workspace: workspaceName, code: z.string(), minutes: z.int() }),
  factor_off: account.extend({ at: z.iso.datetime(), zone: z.string() }),
  /** Notices that were not read, by the rights of who reads the e-mail. `unsubscribeUrl`: null where none may be switched off. */
  notice: account.extend({
    lines: z.array(noticeLine).min(1),
    more: z.int().nonnegative(),
    unsubscribeUrl: z.url().nullable(),
  }),
  /** What is new in a saved view, by the rights of who reads the e-mail; private calls are not in it. */
  view_digest: account.extend({
    view: z.string(),
    lines: z.array(noticeLine).min(1),
    more: z.int().nonnegative(),
    unsubscribeUrl: z.url(),
  }),
} as const;
export type EmailName = keyof typeof EMAIL_TEMPLATES;
export type EmailFacts<N extends EmailName> = z.output<(typeof EMAIL_TEMPLATES)[N]>;

/** What somebody at the door typed an address for; who they are is looked up by the worker, out of their sight. */
export const DEFERRED_REQUESTS = {
  "asked.password_reset": z.object({}),
  /** A sign-in that failed: whoever owns the address, if anybody, finds it in their log. */
  "asked.sign_in": z.object({
    ip: z.string().nullable(),
    agent: z.string().nullable(),
    requestId: z.string().nullable(),
  }),
  "asked.sign_up": z.object({
    workspace: z
      .object({ name: z.string(), timeZone: z.string(), language: z.enum(["en", "ja"]) })
      .nullable(),
  }),
  "asked.invited": z.object({ linkId: z.uuid(), workspaceId: z.uuid() }),
  /** Somebody outside asks for the code of a shared link. */
  "asked.share_code": z.object({ workspaceId: z.uuid(), visitId: z.uuid() }),
  "asked.new_code": z.object({ codeId: z.uuid() }),
} as const;
export type DeferredRequestName = keyof typeof DEFERRED_REQUESTS;
export type DeferredRequestFacts<N extends DeferredRequestName> = z.output<
  (typeof DEFERRED_REQUESTS)[N]
>;

export const isEmailTemplate = (template: string): template is EmailName =>
  template in EMAIL_TEMPLATES;
export const isDeferredRequest = (template: string): template is DeferredRequestName =>
  template in DEFERRED_REQUESTS;
