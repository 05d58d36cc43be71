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

const base = (
  key: string,
  query: string,
  cues: RegExp,
  side: SectionDef["side"],
  rest: Partial<SectionDef> = {},
): SectionDef => ({ key, kind: "quotes", query, cues, side, fields: [], ...rest });
const steps = (key: "next_action" | "next_step"): SectionDef =>
  base(key, "次のステップ 対応 送付 連絡", /$^/u, null, { kind: "checklist" });

const agenda = base(
  "agenda",
  "本日の議題 目的 打ち合わせ ご説明 進め方 お時間",
  /議題|あじぇんだ|(?:本日|今日)は.{0,60}(?:お話|ご説明|伺|確認|相談|ご紹介|見て|進め)|目的は|お時間(?:を|は)いただ|(?:二|三|四|2|3|4)(?:つ|点)、?.{0,40}(?:お話|ご説明|確認|相談|です)/u,
  null,
  {
    hints: /まず|次に|最後に|それから|ご案内|伺って|お話/gu,
    allows: "questions",
    within: [0, 0.35],
    unless: /ありがとうございました/u,
  },
);
const issue = base(
  "issue",
  "課題 問題 困る 悩み 大変 手間 時間 負担 ミス 手作業 属人化",
  /課題|(?:問題|困)(?!な|あり|ござ)(?:で|が|は|も|っ|り|る)|悩み|大変(?!助|参考|申し訳|失礼)|手間|面倒|負担(?!いた|し)|支障|不満|頭が痛|危機感|うまくい?か|うまくできな|間に合わ(?!せ|な?ければ|して)へ|足りな|属人|手作業|ねっく|無駄|指摘を受け|間違え(?!な)|壊れ|故障|止まっ(?:た|て|ちゃ)|一苦労|使われていな|つら|心配(?!あ|い)|離職|漏れ/u,
  "C",
  {
    hints:
      /遅(?:い|れ|く)|みす|時間がかか|日も|残業|多く(?:て|、)|多い|上がって|上がるん|できな|できてい|できません|古く|見えな|増えて|かかって|しかな|しかあり|また/gu,
    unless: /予算|決裁|承認|までに|助かり|締め切|契約は|まだ何も|お決め/u,
  },
);
const proposal = base(
  "proposal",
  "提案 解決 機能 製品 サービス 料金 プラン 導入 連携 自動",
  /ご?提案(?!書)|お勧め|おすすめ|この機能|料金は|ぷらん|とらいある|無料(?:で|です|に)|お付けし|お付けする|ご覧|代行(?:し|いた)|にできます|まで下げ|込みで|いかがでしょうか|いただくのは|据え置|弊社で(?!す)|負担(?:し|いた)/u,
  "R",
  {
    hints:
      /月額|年額|一人|一台|一名|費|代は|になります|(?<!で)お?使いいただけ|自動(?:で|的)|付き|できます|場合|もございます|設置|工事|円(?:です|で)|含まれ/gu,
    with: "money",
    allows: "questions",
    unless:
      /(?:どう|何|どの|どちら|いつ|どこ|誰|どなた|いくら).*(?:ですか|ますか|でしょうか|か\?|か？)|^今(?:は|の)|でしたね|(?:本日|今日)は|多い(?:です|よう)|ご存[じ知]/u,
    fields: [JA_FIELDS.price, JA_FIELDS.discount, JA_FIELDS.quantity],
  },
);
const decision = base(
  "decision",
  "決定 決める 承認 合意 契約 進める 採用",
  /(?:で|に|は|と)(?:決め(?:ましょう|ます|ました|よう)|決まり(?:です|や|ました|ですね|ということ)|決定(?:です|で|ですね|と|という|しま)|合意)|決まりや|決まりましたね|進める(?:こと|方針|という|方向)|進めましょう|進めさせて|(?:で|に)(?:しましょう|いきましょう|しよ|やってみよ|お願いしたい)|契約します|採用(?:し|を決)/u,
  null,
  { unless: /部長|社長|所長|役員|まだ|決裁|承認|かどうか|誰|どなた|決めたい/u, within: [0.2, 1] },
);
const situation = base(
  "situation",
  "現状 現在 今 使っている 体制 人数 業務 運用 方法",
  /現在は?[^、。]{2,}(?:て(?:い|お)|です|ます)|現状|(?:を|は|で)(?:使って(?:い|お|ます|ますね)|使用して|利用して|運用して|管理して)|体制|(?:名|人|台|店舗|社|つ)(?:で|が|入って|です)(?:す|あり|、)?.{0,12}(?:です|ます|しか|ずつ|から取って)|もう.{1,4}年(?:に|使)|年になり|取って(?:て|い)/u,
  "C",
  {
    hints:
      /今は|今の|いまは|うちは|本社|支店|工場|店舗|(?:名|人|台|枚|キロ|社|つ|回)(?:です|で|と|くらい|ほど|ずつ|だけ|、)|全部|しかな|しかあり|払って|ぐらい|くらい|置いて|制度|週に|月に|年に/gu,
    unless:
      /予算|困|悩み|課題|問題|決裁|承認|社長|所長|上限|契約は|までに|大変|遅|できてい|できません|足りな|間違え|痛|無駄|増えて|何か|しましょう|いう感じ|(?:以上|以下)/u,
    fields: [JA_FIELDS.system],
  },
);
const DECIDERS =
  "部長|社長|所長|役員|取締役|本部長|常務|専務|代表|法務|購買|経営会議|理事|院長|店長|上司|会長|社内|本部|総務";
const authority = base(
  "authority",
  "決裁 決裁者 承認 稟議 上司 部長 社長 役員 法務 購買",
  new RegExp(
    `決裁(?:は|が|を|者|権)|稟議(?:が|を通|に)|(?:${DECIDERS}).{0,20}(?:決め|承認|判断|確認し|了承|が要|が必要|にかけ|しか)|承認が(?:必要|要|ない|いり)|誰が決め|決定は.{1,12}が|(?:超え|以上).{0,12}(?:社長|役員|常務|部長)`,
    "u",
  ),
  "C",
  {
    hints: new RegExp(`${DECIDERS}|承認|判断|最終的|一人で|以下なら|超え|決め`, "gu"),
    unless:
      /予定|話(?:し|す|して)|伝え|聞(?:い|か)|かどうか|何と|何を|予算|上限|役員会がある|まとめ|相談|名です|思います|課題/u,
  },
);
const budget = base(
  "budget",
  "予算 費用 金額 料金 価格 コスト 高い 割引",
  /予算|上限|かけられ|確保|投資額|研修費|原価|使えるのは|見込んで/u,
  "C",
  {
    hints:
      /払って|かかって|今の(?:りーす|契約|料金|賃料)|今(?:は|期)|円(?:まで|しか|を超え)|残って|年間|全体で|こすと|だけで/gu,
    with: "money",
    unless: /決裁|承認|部長の判断|判断で|社長(?!が首)|上がる|違う/u,
    fields: [JA_FIELDS.budget_amount, JA_FIELDS.price, JA_FIELDS.discount, JA_FIELDS.quantity],
  },
);
const timing = base(
  "timing",
  "時期 いつ 期限 開始 導入 スケジュール 月 年内 稼働",
  /時期|期限|納期|締め切り|すけじゅーる|稼働|年内|年末まで|年度(?:内|末)|満了|切れる|間に合わせ|避けたい|契約は.{1,12}まで|繁忙期/u,
  "C",
  {
    hints:
      /までに|までの?|より前|から|したい|やりたい|始ま|決めたい|導入|開始|入れ替え|切り?れ|必要(?:が|です)|ないといけ|目安|役員会|会議|会があ|その前/gu,
    with: "date",
    unless:
      /予算|空いて|大丈夫|どう(?:です|でしょ)|いかが|待って|埋まって|出張|定休|手書き|休み|毎|入力して|頼|見せ|送り/u,
    fields: [JA_FIELDS.go_live],
  },
);

export const JA_TEMPLATES: Templates = {
  sales_meeting: [agenda, issue, proposal, decision, steps("next_action")],
  discovery: [situation, { ...issue, key: "pain" }, authority, budget, timing, steps("next_step")],
};
