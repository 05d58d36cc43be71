import type { Section, TemplateContent } from "./template.schema.ts";

/** A template of Parley's own: code, with an id below those of workspaces, and one version. */
export type BuiltIn = {
  id: number;
  /** In the template's language. */
  name: string;
  /** Takes every call of its language that no other template takes; the others are chosen by hand. */
  isCatchAll: boolean;
  content: TemplateContent;
};
export const BUILT_IN_VERSION = 1;

type Given = { key: string; type?: "bullets" | "checklist"; title: string; ask: string } & {
  words: string;
};
const sectionOf = ({ key, type = "bullets", title, ask, words }: Given): Section => ({
  ...{ key, type, title, instruction: ask },
  ...{ required: false, maxLength: null, example: "", ifNotDiscussed: "" },
  wordsToLookFor: words === "" ? [] : words.split(",").map((word) => word.trim()),
});
const contentOf = (
  language: TemplateContent["language"],
  sections: readonly Given[],
): TemplateContent => ({
  language,
  sections: sections.map(sectionOf),
  appliesTo: { kinds: [], labelIds: [], teamIds: [], stageIds: [] },
  // The workspace decides whether there is a model; where there is none, Highlights fill them.
  enginePolicy: "remote",
  maxCostMicros: null,
});

const SALES_EN: Given[] = [
  {
    key: "agenda",
    title: "Agenda",
    ask: "What was this meeting meant to cover?",
    words: "agenda, purpose, goal, cover, discuss",
  },
  {
    key: "issue",
    title: "Issue",
    ask: "What goes wrong for the customer today?",
    words: "problem, challenge, trouble, slow, manual, error, delay",
  },
  {
    key: "proposal",
    title: "Proposal",
    ask: "What did we offer, and at what price?",
    words: "offer, solution, plan, package, price, discount, trial",
  },
  {
    key: "decision",
    title: "Decision",
    ask: "What was agreed?",
    words: "decided, agreed, approve, go ahead, confirm",
  },
  {
    key: "next_action",
    type: "checklist",
    title: "Next action",
    ask: "Who does what next, and by when?",
    words: "",
  },
];
const DISCOVERY_EN: Given[] = [
  {
    key: "situation",
    title: "Situation",
    ask: "How does the customer work today, and with what?",
    words: "currently, process, team, tool, setup",
  },
  {
    key: "pain",
    title: "Pain",
    ask: "What hurts, and what does it cost them?",
    words: "problem, pain, lose, late, manual, complain",
  },
  {
    key: "authority",
    title: "Authority",
    ask: "Who decides, who signs, and who has to agree?",
    words: "decides, approval, sign, director, board, procurement",
  },
  {
    key: "budget",
    title: "Budget",
    ask: "What may it cost?",
    words: "budget, spend, afford, set aside",
  },
  {
    key: "timing",
    title: "Timing",
    ask: "By when must it be in place, and why?",
    words: "deadline, go live, launch, contract ends",
  },
  {
    key: "next_step",
    type: "checklist",
    title: "Next step",
    ask: "Who does what next, and by when?",
    words: "",
  },
];
const SALES_JA: Given[] = [
  {
    key: "agenda",
    title: "議題",
    ask: "この打ち合わせで何を話す予定でしたか。",
    words: "議題, 目的, 進め方, 本日",
  },
  {
    key: "issue",
    title: "課題",
    ask: "お客様は今、何に困っていますか。",
    words: "課題, 問題, 手間, 負担, ミス, 手作業",
  },
  {
    key: "proposal",
    title: "提案",
    ask: "何を、いくらで提案しましたか。",
    words: "提案, 解決, 機能, プラン, 料金, 割引",
  },
  {
    key: "decision",
    title: "決定事項",
    ask: "何が決まりましたか。",
    words: "決定, 合意, 承認, 進める",
  },
  {
    key: "next_action",
    type: "checklist",
    title: "次の対応",
    ask: "誰が、いつまでに、何をしますか。",
    words: "",
  },
];
const DISCOVERY_JA: Given[] = [
  {
    key: "situation",
    title: "現状",
    ask: "お客様は今、何をどのように使っていますか。",
    words: "現在, 体制, 使って, 運用, 人数",
  },
  {
    key: "pain",
    title: "困りごと",
    ask: "何に困り、どんな損失がありますか。",
    words: "課題, 困る, 遅れ, 負担, 手作業",
  },
  {
    key: "authority",
    title: "決裁",
    ask: "誰が決め、誰の承認が要りますか。",
    words: "決裁, 承認, 稟議, 部長, 役員",
  },
  {
    key: "budget",
    title: "予算",
    ask: "いくらまでかけられますか。",
    words: "予算, 費用, 確保, 上限",
  },
  {
    key: "timing",
    title: "時期",
    ask: "いつまでに必要ですか。その理由は何ですか。",
    words: "時期, 稼働, 開始, 期限, 契約",
  },
  {
    key: "next_step",
    type: "checklist",
    title: "次のステップ",
    ask: "誰が、いつまでに、何をしますか。",
    words: "",
  },
];

/** Two of each language (product §16). */
export const BUILT_INS: readonly BuiltIn[] = [
  { id: 1, name: "Sales meeting", isCatchAll: true, content: contentOf("en", SALES_EN) },
  { id: 2, name: "Discovery", isCatchAll: false, content: contentOf("en", DISCOVERY_EN) },
  { id: 3, name: "商談（標準）", isCatchAll: true, content: contentOf("ja", SALES_JA) },
  { id: 4, name: "ヒアリング", isCatchAll: false, content: contentOf("ja", DISCOVERY_JA) },
];

/** What a section of Parley's own is called; its key where there is none. */
export const builtInTitle = (key: string, language: TemplateContent["language"]): string =>
  BUILT_INS.filter(({ content }) => content.language === language)
    .flatMap(({ content }) => content.sections)
    .find((section) => section.key === key)?.title ?? key;

export const findBuiltIn = (id: number): BuiltIn | null =>
  BUILT_INS.find((one) => one.id === id) ?? null;
