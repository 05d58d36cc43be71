import { audit } from "./audit.ts";
import { call } from "./call.ts";
import { guest } from "./guest.ts";
import { member } from "./member.ts";
import { workspace } from "./workspace.ts";

/** Every right of members. Nothing outside this folder mentions a role. */
export const CALL_POLICY = call;
export const MEMBER_POLICY = member;
export const LOG_POLICY = audit;
export const WORKSPACE_POLICY = workspace;
export const GUEST_POLICY = guest;

export type CallPermission = keyof typeof call;
export type MemberPermission = keyof typeof member;
export type LogPermission = keyof typeof audit;
export type WorkspacePermission = keyof typeof workspace;
export type GuestPermission = keyof typeof guest;
export type Permission = CallPermission | WorkspacePermission;

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
] as const;
export type PublicPermission = (typeof PUBLIC)[number];
