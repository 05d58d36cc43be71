import type { TrackerContent } from "./tracker.schema.ts";

export type DefaultTracker = { name: string } & TrackerContent;

const en = (
  name: string,
  category: TrackerContent["category"],
  side: TrackerContent["side"],
  phrases: readonly string[],
): DefaultTracker => ({ name, category, side, language: "en", phrases: [...phrases] });
const ja = (...of: Parameters<typeof en>): DefaultTracker => ({ ...en(...of), language: "ja" });

/** What a workspace begins with (decisions §4); its admins change them like their own. */
export const DEFAULT_TRACKERS: readonly DefaultTracker[] = [
  en("Pricing", "pricing", null, [
    ...[
      "price",
      "pricing model",
      "discount",
      "per seat",
      "per user",
      "per month",
      "annual contract",
    ],
    ...["list price", "payment terms", '"how much" near/5 cost', "quote near/4 send", "total cost"],
  ]),
  en("Competitors", "competitor", "C", [
    ...[
      "competitor",
      "other vendor",
      "another vendor",
      "other provider",
      "alternative near/4 look",
    ],
    ...["comparing near/4 other", '"other offer"', "current vendor", "current provider"],
    ...["switch from", "evaluate near/4 tool"],
  ]),
  en("Objections", "objection", "C", [
    ...["too expensive", "too much money", "no budget", "budget near/3 cut", "not in the budget"],
    ...["not a priority", "bad timing", '"not sure"', "not convinced", "happy with what we have"],
    ...["do not need", "don't need", "need to think", "concerned about", "worried about"],
    ...["hard to justify", "no time", "already have"],
  ]),
  en("Red flags", "red_flag", "C", [
    ...["on hold", "hiring freeze", "budget freeze", "reorganisation", "reorganization", "lay off"],
    ...["leaving the company", "cancel near/4 contract", "not the decision maker", "legal hold"],
    ...["went with", "decided against", "next year near/4 look"],
  ]),
  en("Next steps", "next_step", null, [
    ...["next step", "follow up", "send you", "send me", "set up a call", "book a meeting"],
    ...["schedule near/4 meeting", "get back to you", "talk again", "invite near/4 calendar"],
  ]),
  en("Negative words", "negative", "C", [
    ...["frustrated", "annoying", "disappointed", "terrible", "unhappy", "waste of time"],
    ...["does not work", "doesn't work", "unacceptable", "complicated", "confusing"],
  ]),
  en("Abuse", "abuse", "C", [
    ...["shut up", "idiot", "stupid", '"go to hell"', "moron", '"screw you"', "liar"],
  ]),
  ja("価格", "pricing", null, [
    ...["価格", "値段", "料金", "費用", "見積", "割引", "値引き", "予算", "月額", "年額", "いくら"],
  ]),
  ja("競合", "competitor", "C", [
    ...["他社", "競合", "別の会社", "他のベンダー", "乗り換え", "比較検討", "相見積"],
  ]),
  ja("懸念・反論", "objection", "C", [
    ...[
      "高い",
      "予算がない",
      "予算が取れ",
      "難しい",
      "厳しい",
      "必要ない",
      "間に合って",
      "時期尚早",
    ],
    ...["検討します", "懸念", "心配", "不安", "納得"],
  ]),
  ja("注意信号", "red_flag", "C", [
    ...["保留", "凍結", "見送", "中止", "白紙", "解約", "退職", "異動", "決裁者", "稟議が通ら"],
  ]),
  ja("次のステップ", "next_step", null, [
    ...["次回", "お送りします", "送ってください", "ご連絡", "打ち合わせ", "日程", "持ち帰", "アポ"],
  ]),
  ja("否定的なことば", "negative", "C", [
    ...["不満", "困る", "困って", "使いにくい", "わかりにくい", "がっかり", "面倒", "無駄"],
  ]),
  ja("暴言", "abuse", "C", ["ふざけるな", "馬鹿", "死ね", "黙れ", "いい加減にしろ"]),
];
