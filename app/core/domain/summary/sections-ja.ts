import type { FieldDef } from "./extract.ts";
import type { SectionDef, Templates } from "./section.ts";
import { SYSTEMS } from "./sections-en.ts";

/** Typed fields by key; cues are read over folded text, where katakana is hiragana. */
export const JA_FIELDS = {
  budget_amount: {
    key: "budget_amount",
    type: "money",
    side: "C",
    cues: /予算|確保|かけられ|投資額/u,
  },
  price: {
    key: "price",
    type: "money",
    side: "R",
    cues: /料金|価格|費用|月額|年額|単価|一人あたり|1人あたり|ゆーざーあたり/u,
  },
  discount: { key: "discount", type: "percent", side: "R", cues: /割引|値引|引き|でぃすかうんと/u },
  quantity: {
    key: "quantity",
    type: "number",
    side: "C",
    cues: /ゆーざー|らいせんす|あかうんと|席|始め|導入/u,
    units: /^(?:名|人(?!あたり)|ユーザー|ライセンス|アカウント|席)/u,
  },
  go_live: {
    key: "go_live",
    type: "date",
    side: "C",
    cues: /稼働|導入|開始|運用|りりーす|立ち上げ|使い始め/u,
  },
  system: { key: "system", type: "enum", side: "C", cues: /$^/, options: SYSTEMS },
} satisfies Record<string, FieldDef>;

const base = (key: string, query: string, cues: RegExp, side: SectionDef["side"]): SectionDef => ({
  key,
  kind: "quotes",
  query,
  cues,
  side,
  floor: 1.6,
  fields: [],
});
const steps = (key: "next_action" | "next_step"): SectionDef => ({
  ...base(key, "次のステップ 対応 送付 連絡", /$^/u, null),
  kind: "checklist",
  floor: Infinity,
});

const agenda: SectionDef = {
  ...base(
    "agenda",
    "本日の議題 目的 打ち合わせ ご説明 進め方 お時間",
    /議題|あじぇんだ|本日は|今日は.{0,20}(?:お話|ご説明|伺|確認)|目的は|お時間(?:を|は|いただ)|前回/u,
    null,
  ),
  within: [0, 0.35],
};
const PROBLEM =
  /課題|問題|困って|困り|悩み|大変|手間|面倒|負担|時間がかか|うまくいか|遅(?:い|れ)|みす|漏れ|足りな|属人|手作業|ねっく/u;
const issue = base(
  "issue",
  "課題 問題 困る 悩み 大変 手間 時間 負担 ミス 手作業 属人化",
  PROBLEM,
  "C",
);
const proposal: SectionDef = {
  ...base(
    "proposal",
    "提案 解決 機能 製品 サービス 料金 プラン 導入 連携 自動",
    /ご?提案|弊社の|当社の|私どもの|この機能|できるように|料金|ぷらん|とらいある|自動(?:で|的)|ご覧/u,
    "R",
  ),
  fields: [JA_FIELDS.price, JA_FIELDS.discount, JA_FIELDS.quantity],
};
const decision = base(
  "decision",
  "決定 決める 承認 合意 契約 進める 採用",
  /決め|決まり|決定|承認|稟議|合意|進めさせて|進めましょう|お願いしたい|採用|契約(?:し|を)|問題(?:ない|ありません)/u,
  null,
);
const situation: SectionDef = {
  ...base(
    "situation",
    "現状 現在 今 使っている 体制 人数 業務 運用 方法",
    /現在|現状|今は|いまは|使って(?:い|お)|運用して|体制|(?:名|人)(?:い|おり|ほど|くらい)/u,
    "C",
  ),
  fields: [JA_FIELDS.system],
};
const authority = base(
  "authority",
  "決裁 決裁者 承認 稟議 上司 部長 社長 役員 法務 購買",
  /決裁|稟議|承認|上司|部長|社長|役員|取締役|本部長|法務|購買|経営/u,
  "C",
);
const budget: SectionDef = {
  ...base(
    "budget",
    "予算 費用 金額 料金 価格 コスト 高い 割引",
    /予算|費用|金額|料金|価格|こすと|見積|割引|値引|高い/u,
    "C",
  ),
  fields: [JA_FIELDS.budget_amount, JA_FIELDS.price, JA_FIELDS.discount, JA_FIELDS.quantity],
};
const timing: SectionDef = {
  ...base(
    "timing",
    "時期 いつ 期限 開始 導入 スケジュール 月 年内 稼働",
    /時期|いつ(?:まで|頃|ごろ)|期限|納期|すけじゅーる|稼働|月(?:末|から|まで)|年内|年末|年度/u,
    "C",
  ),
  fields: [JA_FIELDS.go_live],
};

export const JA_TEMPLATES: Templates = {
  sales_meeting: [agenda, issue, proposal, decision, steps("next_action")],
  discovery: [situation, { ...issue, key: "pain" }, authority, budget, timing, steps("next_step")],
};
