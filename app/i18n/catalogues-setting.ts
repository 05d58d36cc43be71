import { addTexts } from "./add-texts.ts";
import enLog from "./en/log.json" with { type: "json" };
import enMember from "./en/member.json" with { type: "json" };
import enSetting from "./en/setting.json" with { type: "json" };

/** Texts of the settings, where admins go now and then: their pages bring them along. */
export const EN_SETTING = {
  log: enLog,
  member: enMember,
  setting: enSetting,
};

addTexts(EN_SETTING);
