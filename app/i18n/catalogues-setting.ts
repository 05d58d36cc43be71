import { addTexts } from "./add-texts.ts";
import enMember from "./en/member.json" with { type: "json" };
import enSetting from "./en/setting.json" with { type: "json" };

/** Texts of the settings, where admins go now and then: their pages bring them along. */
export const EN_SETTING = {
  member: enMember,
  setting: enSetting,
};

addTexts(EN_SETTING);
