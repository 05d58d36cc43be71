import { can } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { WorkspacePermission } from "#app/core/domain/access/policy/policy.ts";

/**
 * The pages of the settings in their order, each in its group and with the right that shows it. A new one: its line
 * here, its address in the screen's list of addresses, its text `setting:page.<name>`. A group without a page is not shown.
 */
const PAGES = [
  { name: "profile", group: "you", needs: "profile.read" },
  { name: "general", group: "workspace", needs: "workspace.manage" },
  { name: "deals", group: "workspace", needs: "deal.list" },
  { name: "engines", group: "summaries", needs: "workspace.manage" },
  { name: "member", group: "people", needs: "member.list" },
  { name: "teams", group: "people", needs: "member.manage" },
  { name: "links", group: "people", needs: "member.manage" },
  { name: "dictionary", group: "words", needs: "dictionary.list" },
  { name: "labels", group: "words", needs: "label.list" },
  { name: "templates", group: "summaries", needs: "template.list" },
  { name: "integrations", group: "connections", needs: "connection.manage" },
  { name: "userLog", group: "logs", needs: "userlog.list" },
  { name: "systemLog", group: "logs", needs: "systemlog.list" },
] as const satisfies { name: string; group: string; needs: WorkspacePermission }[];

export type SettingPageName = (typeof PAGES)[number]["name"];
export type SettingGroup = {
  name: (typeof PAGES)[number]["group"];
  pages: SettingPageName[];
};

/** Those a member may open, in their groups. */
export const listSettingGroups = (actor: Member): SettingGroup[] => {
  const groups = new Map<SettingGroup["name"], SettingPageName[]>();
  for (const { name, group, needs } of PAGES)
    if (can(actor, needs)) groups.set(group, [...(groups.get(group) ?? []), name]);
  return [...groups].map(([name, pages]) => ({ name, pages }));
};
