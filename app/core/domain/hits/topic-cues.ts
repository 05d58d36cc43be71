import { baseLanguage } from "../words/lexicon.ts";

/** Names of topics; their texts are in the `summary` catalogue under `topic`. */
export type TopicName =
  | "intro"
  | "current_process"
  | "problem"
  | "goals"
  | "demo"
  | "pricing"
  | "competition"
  | "security"
  | "integration"
  | "decision"
  | "timing"
  | "rollout"
  | "concerns"
  | "next_steps";
/** early: a stretch that begins in the first 15 % of the call · late: one whose middle is in its second half. */
export type TopicCue = { name: TopicName; pattern: RegExp; place?: "early" | "late" };

const en = (name: TopicName, words: string, place?: TopicCue["place"]): TopicCue => ({
  name,
  pattern: new RegExp(`\\b(?:${words})\\b`, "g"),
  ...(place ? { place } : {}),
});
const ja = (name: TopicName, words: string, place?: TopicCue["place"]): TopicCue => ({
  name,
  pattern: new RegExp(words, "gu"),
  ...(place ? { place } : {}),
});

/** Over folded text: lower case, no accents, katakana as hiragana. */
const EN: readonly TopicCue[] = [
  en(
    "intro",
    "hi|hello|good (?:morning|afternoon|evening)|nice to (?:meet|see) you|thanks for (?:making|taking|joining|your)|how are you|how is it going|before we (?:start|begin)|introduc\\w+|agenda|recording|last time we|can you hear me|quick background|my role",
    "early",
  ),
  en(
    "current_process",
    "right now|currently|today we|at the moment|our (?:current )?(?:process|workflow|setup|team)|your (?:current )?(?:process|workflow|setup|team)|process|workflow|how (?:do|are) you (?:\\w+ing|do|handle|manage|track|use)|we (?:use|are using)|spreadsheets?|manual(?:ly)?|tracking|reps",
  ),
  en(
    "problem",
    "problems?|issues?|challenges?|pain|struggl\\w+|difficult|a mess|frustrat\\w+|wrong|waste[sd]?|slow|mistakes?|errors?|at risk|hard to|miss(?:ed|ing)?|nobody|complain\\w*",
  ),
  en(
    "goals",
    "goals?|objectives?|looking to|want to achieve|success|kpis?|targets?|priorit\\w+|vision|ideal(?:ly)?",
  ),
  en(
    "demo",
    "(?:let me|i will|i'll|i can) show|show you|as you can see|you can see|my screen|share (?:my|the) screen|click\\w*|demo|dashboard|button|tab|feature\\w*|here (?:is|are) (?:the|our)|our product|automatically|you can (?:choose|see|set|filter|select)|walk you through|this (?:page|view|screen)",
  ),
  en(
    "pricing",
    "pric(?:e|es|ing|ed)|costs?|budgets?|dollars|euros|pounds|per (?:user|seat|month|year|license)|discounts?|contracts?|annual(?:ly)?|quot(?:e|es|ed)|expensive|cheap(?:er)?|pay|payment|invoic\\w+|terms|licen[cs]es?|seats|percent|spend|afford",
  ),
  en(
    "competition",
    "competitors?|competition|compar\\w+|alternatives?|other (?:vendors?|tools?|providers?)|versus|switch(?:ed|ing)? from|dislike|incumbent|evaluat\\w+|looked at",
  ),
  en(
    "security",
    "security|secure|data protection|stored|servers?|legal|complian\\w+|gdpr|privacy|encrypt\\w*|host(?:ed|ing)?|soc two|soc 2|iso|audits?|permissions?|single sign on|sso",
  ),
  en(
    "integration",
    "integrat\\w+|crm|salesforce|hubspot|api|sync\\w*|connect\\w*|custom fields?|import\\w*|export\\w*|webhooks?|plug ?in",
  ),
  en(
    "decision",
    "decisions?|decide|approv\\w+|sign off|stakeholders?|involved|procurement|board|my boss|cfo|ceo|head of|officer|committee|buy ?in|final say",
  ),
  en(
    "timing",
    "go(?:ing)? live|time ?lines?|deadlines?|in place|by the end of|quarter|launch\\w*|(?:before|by|in) (?:january|february|march|april|june|july|august|september|october|november|december)|weeks|months|schedule|when would",
  ),
  en(
    "rollout",
    "train(?:ing|ed)?|onboard\\w*|roll ?out|implementation|implement|adoption|pilot|trial|support|go ?to ?market|enablement|change management",
  ),
  en(
    "concerns",
    "concern\\w*|worr\\w+|risks?|hesita\\w+|objections?|stop this|not sure|afraid|doubt\\w*|push ?back",
  ),
  en(
    "next_steps",
    "next steps?|follow(?:ing)? up|(?:i will|i'll|we will|we'll|i can) send|send you|set up a|calendar|invit\\w+|confirm by|by (?:monday|tuesday|wednesday|thursday|friday)|next (?:week|monday|tuesday|wednesday|thursday|friday)|talk soon|summarize|thank you so much|have a (?:great|good|nice)|bye|get back to you|anything else",
    "late",
  ),
];

const JA: readonly TopicCue[] = [
  ja(
    "intro",
    "はじめまして|初めまして|よろしくお願い|お世話になって|本日は|お時間(?:を|い)|自己紹介|録音|前回",
    "early",
  ),
  ja("current_process", "現在|現状|今は|使って|運用|業務|ふろー|えくせる|手作業|体制|管理して"),
  ja("problem", "課題|問題|困|悩み|大変|手間|面倒|負担|遅|みす|漏れ|足りな|属人"),
  ja("goals", "目標|目的|実現|成果|達成|目指|理想|優先"),
  ja("demo", "画面|ご覧|でも|くりっく|機能|表示|こちらが|操作|自動|だっしゅぼーど"),
  ja("pricing", "料金|価格|費用|予算|金額|円|割引|値引|見積|契約|月額|年額|らいせんす|ぷらん|支払"),
  ja("competition", "競合|他社|比較|乗り換え|べんだー|検討中の"),
  ja("security", "せきゅりてぃ|個人情報|法務|さーばー|暗号|権限|監査|保管|規程"),
  ja("integration", "連携|えーぴーあい|api|crm|salesforce|せーるすふぉーす|取り込み|同期|接続"),
  ja("decision", "決裁|稟議|承認|上司|部長|社長|役員|意思決定|購買|関係者"),
  ja("timing", "時期|いつ|期限|納期|すけじゅーる|稼働|月末|年内|年度|開始"),
  ja("rollout", "導入|研修|とれーにんぐ|定着|教育|展開|試験|とらいある|さぽーと"),
  ja("concerns", "懸念|心配|不安|りすく|迷|難しい"),
  ja(
    "next_steps",
    "次回|次の|お送り|送付|ご連絡|日程|来週|打ち合わせ|ご確認|お願いいたします|ありがとうございました|失礼(?:し|いた)",
    "late",
  ),
];

/** Cues of a language; none for a language without a list, where topics are named by their words. */
export function topicCues(language: string): readonly TopicCue[] {
  const base = baseLanguage(language);
  return base === "ja" ? JA : base === "en" ? EN : [];
}
