import { audit } from "./audit.ts";
import { call } from "./call.ts";
import { clip } from "./clip.ts";
import { comment } from "./comment.ts";
import { company, contact } from "./contact.ts";
import { deal } from "./deal.ts";
import { guest } from "./guest.ts";
import { label } from "./label.ts";
import { library } from "./library.ts";
import { member } from "./member.ts";
import { view } from "./view.ts";
import { term, tracker } from "./words.ts";
import { workspace } from "./workspace.ts";

/** The nouns whose rights depend on a row, each a file of this folder. Nothing outside it mentions a role. */
export const NOUNS = {
  call,
  clip,
  comment,
  member,
  label,
  term,
  tracker,
  view,
  library,
  deal,
  contact,
  company,
  log: audit,
};
/** Every right of members. */
export const POLICY = {
  ...call,
  ...clip,
  ...comment,
  ...member,
  ...label,
  ...term,
  ...tracker,
  ...view,
  ...library,
  ...deal,
  ...contact,
  ...company,
  ...audit,
  ...workspace,
};
export const WORKSPACE_POLICY = workspace;
export const GUEST_POLICY = guest;

type Policy = typeof POLICY;
export type Permission = keyof Policy;
export type WorkspacePermission = keyof typeof workspace;
export type RowPermission = Exclude<Permission, WorkspacePermission>;
export type CallPermission = keyof typeof call;
export type ClipPermission = keyof typeof clip;
export type CommentPermission = keyof typeof comment;
export type GuestPermission = keyof typeof guest;

type With<Form> = { [P in Permission]: Policy[P]["frame"] extends Form ? P : never }[Permission];
/** Those that can be asked as a Prisma filter, and those that can be asked in SQL. */
export type FilterPermission = With<{ many: unknown }>;
export type SqlPermission = With<{ sql: unknown }>;

/** What `can` is told of besides the permission: the noun's access row, or nothing. */
export type Subject = {
  [P in Permission]: Policy[P]["frame"]["one"] extends (actor: never, ...row: infer R) => boolean
    ? R
    : never;
};
/** A noun's access row, by permission. */
export type RowOf = {
  [P in RowPermission]: Policy[P]["frame"]["one"] extends (actor: never, row: infer R) => boolean
    ? R
    : never;
};
/** A noun's Prisma filter, by permission. */
export type WhereOf = {
  [P in FilterPermission]: Policy[P]["frame"]["many"] extends (actor: never) => infer W ? W : never;
};

/** What anybody may do without signing in. */
export const PUBLIC = [
  "signin.use",
  "signup.use",
  "activation.use",
  "reset.use",
  "mail.read",
  "preferences.use",
  "problem.read",
  "invitation.use",
  "share.open",
  "embed.play",
  "unsubscribe.use",
  "metrics.read",
] as const;
export type PublicPermission = (typeof PUBLIC)[number];
