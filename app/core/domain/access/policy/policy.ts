import { call } from "./call.ts";
import { workspace } from "./workspace.ts";

/** Every right of members. Nothing outside this folder mentions a role. */
export const CALL_POLICY = call;
export const WORKSPACE_POLICY = workspace;

export type CallPermission = keyof typeof call;
export type WorkspacePermission = keyof typeof workspace;
export type Permission = CallPermission | WorkspacePermission;

/** What anybody may do without signing in. */
export const PUBLIC = ["signin.use", "preferences.use", "problem.read"] as const;
export type PublicPermission = (typeof PUBLIC)[number];
