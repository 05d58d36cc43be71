import type { SettingPageName } from "./setting-nav.ts";
import { paths } from "#app/paths.ts";

/** Where each page of the settings is. */
export const SETTING_ADDRESSES: Record<SettingPageName, string> = {
  profile: paths.settingGeneral(),
  general: paths.settingGeneral({ tab: "workspace" }),
  deals: paths.settingDeals(),
  engines: paths.settingGeneral({ tab: "engines" }),
  member: paths.settingMember(),
  teams: paths.settingMember({ tab: "teams" }),
  links: paths.settingMember({ tab: "links" }),
  dictionary: paths.dictionary(),
  labels: paths.settingLabel(),
  templates: paths.templates(),
  integrations: paths.connections(),
  userLog: paths.userLog(),
  systemLog: paths.systemLog(),
};
