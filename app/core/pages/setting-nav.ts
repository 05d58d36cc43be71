import { can } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { WorkspacePermission } from "#app/core/domain/access/policy/policy.ts";

/**
 * The pages of the settings in their order, each with the right that shows it. A new one: its line here, its address
 * in the screen's list of addresses, its text `setting:page.<name>`.
 */
const PAGES = [
  { name: "general", needs: "profile.read" },
  { name: "member", needs: "member.list" },
  { name: "systemLog", needs: "systemlog.list" },
  { name: "userLog", needs: "userlog.list" },
] as const satisfies { name: string; needs: WorkspacePermission }[];

export type SettingPageName = (typeof PAGES)[number]["name"];

/** Those a member may open. */
export const listSettingPages = (actor: Member): SettingPageName[] =>
  PAGES.filter(({ needs }) => can(actor, needs)).map(({ name }) => name);
