import { can } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { WorkspacePermission } from "#app/core/domain/access/policy/policy.ts";
import { paths } from "#app/paths.ts";

/**
 * The pages of the settings in their order, each in its group and with the right that shows it. A new one: its line
 * here and its text `setting:page.<name>`. A group without a page is not shown.
 */
const PAGES = [
  { name: "profile", group: "you", needs: "profile.read", to: paths.settingGeneral() },
  {
    name: "general",
    group: "workspace",
    needs: "workspace.manage",
    to: paths.settingGeneral({ tab: "workspace" }),
  },
  {
    name: "sharing",
    group: "workspace",
    needs: "profile.read",
    to: paths.settingGeneral({ tab: "sharing" }),
  },
  { name: "deals", group: "workspace", needs: "deal.list", to: paths.settingDeals() },
  {
    name: "metrics",
    group: "workspace",
    needs: "workspace.manage",
    to: paths.settingBands(),
  },
  {
    name: "engines",
    group: "summaries",
    needs: "workspace.manage",
    to: paths.settingGeneral({ tab: "engines" }),
  },
  { name: "member", group: "people", needs: "member.list", to: paths.settingMember() },
  {
    name: "teams",
    group: "people",
    needs: "member.manage",
    to: paths.settingMember({ tab: "teams" }),
  },
  {
    name: "links",
    group: "people",
    needs: "member.manage",
    to: paths.settingMember({ tab: "links" }),
  },
  {
    name: "import",
    group: "people",
    needs: "member.manage",
    to: paths.settingMember({ tab: "import" }),
  },
  { name: "dictionary", group: "words", needs: "dictionary.list", to: paths.dictionary() },
  { name: "labels", group: "words", needs: "label.list", to: paths.settingLabel() },
  { name: "templates", group: "summaries", needs: "template.list", to: paths.templates() },
  {
    name: "integrations",
    group: "connections",
    needs: "connection.manage",
    to: paths.connections(),
  },
  { name: "userLog", group: "logs", needs: "userlog.list", to: paths.userLog() },
  { name: "systemLog", group: "logs", needs: "systemlog.list", to: paths.systemLog() },
] as const satisfies { name: string; group: string; needs: WorkspacePermission; to: string }[];

/** A page, and its address. */
export type SettingPage = { name: (typeof PAGES)[number]["name"]; to: string };
export type SettingGroup = {
  name: (typeof PAGES)[number]["group"];
  pages: SettingPage[];
};

/** Those a member may open, in their groups. */
export const listSettingGroups = (actor: Member): SettingGroup[] => {
  const groups = new Map<SettingGroup["name"], SettingPage[]>();
  for (const { name, group, needs, to } of PAGES)
    if (can(actor, needs)) groups.set(group, [...(groups.get(group) ?? []), { name, to }]);
  return [...groups].map(([name, pages]) => ({ name, pages }));
};
