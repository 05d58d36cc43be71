import type { StepClause, StepRule } from "./step-clause.ts";
import type { SummarySentence } from "./sentences.ts";

const ACT =
  "(?:お|ご|御)?(?:送り|送付|共有|連絡|確認|手配|準備|用意|作成|提案|案内|調整|返信|設定|検討|予約|紹介|見積もり|見積り)";
const POLITE = "(?:いただけ|頂け)(?:ます|ません)(?:でしょう)?か";
/** Humble forms that do nothing after the call: asking, thanking, talking and showing on the spot. */
const ON_THE_SPOT =
  "お(?:願い|待ち|話し?|勧め|薦め|すすめ|聞き|尋ね|詫び|断り|世話|見せ|邪魔|祝い|祈り|察し|過ごし|招き)|ご(?:代行|負担|説明|提案|案内|紹介|質問|理解|了承|覧|協力|期待|挨拶|遠慮|無沙汰|容赦|心配|迷惑|一緒|馳走)";
/** Done for the other side, as noun with する, いたす or させていただく. */
const DEED =
  "送付|共有|連絡|確認|手配|準備|用意|作成|調整|返信|返事|返答|回答|設定|検討|予約|見積もり|見積り|報告|相談|対応|修正|変更|登録|発送|発行|提出|申請|依頼|交渉|手伝い|電話|メール|ファックス|交換|修理|追加|招待|印刷|計算|試算|転送|添付|補充|返品|返金|請求|照会|改善|訂正|更新|紹介";
/** Verbs of their own, in the stem before ます. */
const STEM =
  "送り|送らせ|届け|出し|渡し|伝え|知らせ|見せ|調べ|伺い|参り|貸し|付け|作り|書き|書き始め|まとめ|持って(?:行|い)き|持って(?:来|き)|持ち帰り|聞き|話し|探し|入れ|直し|押さえ|折り返し|問い合わせ|取り寄せ|集め|連れて(?:行|い)き|掛け合い|回し|手伝い|かけ直し|頼み|揃え|そろえ|仕上げ|済ませ|返し|替え|変え|早め|空け|迎えに(?:行|い)き|立ち会い";
const US = "私|僕|俺|わたし|弊社|当社|うち|こちら";
const DO = "(?:し|いたし|致し|させて(?:いただき|頂き))ます";
const NO_QUESTION = "(?!か(?!ら)|と(?!も)|よね)";

const TRIGGERS: readonly { rule: StepRule; isCommitment: boolean; pattern: RegExp }[] = [
  {
    rule: "ask",
    isCommitment: false,
    pattern: new RegExp(
      `${ACT}(?:を)?(?:して|て)?${POLITE}|送って${POLITE}|(?:${ACT}|送って)[^。]{0,8}お願い(?:し|いた|致|でき)|(?:${ACT}して|送って)(?:ください|下さい)`,
      "gu",
    ),
  },
  {
    rule: "we",
    isCommitment: false,
    pattern: new RegExp(`(?:${ACT}[^。、]{0,4}|打ち合わせ[^。、]{0,4}|進め)ましょう`, "gu"),
  },
  {
    rule: "will",
    isCommitment: true,
    pattern: new RegExp(
      [
        `(?!${ON_THE_SPOT})(?:お[ぁ-んァ-ヶ一-龥々]{1,6}|ご[一-龥々]{1,4})(?:を|は)?${DO}${NO_QUESTION}`,
        `(?:${DEED})(?:を|は)?${DO}${NO_QUESTION}`,
        // "I" as the one who does it, whatever it is; and to make something so: 大きくします.
        `(?:${US})(?:が|から|のほうで|の方で|のほうから|の方から)(?![^。、]*提案)[^。、]{1,25}[^いりきござ]ます${NO_QUESTION}`,
        `[^ろい]く(?:し|いたし)ます${NO_QUESTION}`,
        `(?:${STEM})ます${NO_QUESTION}`,
        // Beforehand, or to try it: 作っておきます, 聞いてみます, 聞いときます, 聞いとくわ.
        `(?<!お願いし)(?:て|で)(?:おき|み)ます${NO_QUESTION}|(?:と|ど)(?:きます|くわ|くね|くよ|きますわ)`,
      ].join("|"),
      "gu",
    ),
  },
];
/** Done on the spot, or said of what the product and other people do. */
const NOT_PROMISED =
  /画面を?(?:ご)?共有|(?:本日|今日)は.{0,30}(?:ご提案|ご案内|ご紹介|ご説明)|いつも|毎(?:日|週|月|年|朝|回)|普段|通常|もちろん|込みで|済みで|無料で|自動(?:で|的)|(?:考えて|思って|検討して)みます|(?:さん|様|さま|部長|課長|社長|所長|先生|彼|彼女|先方|業者|メーカー|システム|アプリ|機械|ソフト|サービス)(?:は|が)|(?<!私|僕|俺|弊社|当社|うち|こちら|我々|わたし|担当|者|スタッフ|係|自分)が(?:、)?(?:ご|お)?[一-龥]{1,3}(?:[しりきみち]|いたし)?ます|(?:始め|進め|録音|録画|開始|ご案内|ご説明|ご紹介|お話し?|失礼|お伺い)(?:さ)?せて(?:いただき|頂き)ます/u;
/** Where the clause of an action begins: after the last one, or after a pause of the sentence. */
const BREAK = /(?:ので|ますが|ですが|から|まして|そして|それから|あと)、?/gu;

/** Clauses of a Japanese sentence that somebody is to act on. */
export function japaneseSteps(sentence: SummarySentence): StepClause[] {
  const { text, words } = sentence;
  const found: { rule: StepRule; isCommitment: boolean; at: number; end: number }[] = [];
  for (const { rule, isCommitment, pattern } of TRIGGERS) {
    for (const match of text.matchAll(pattern)) {
      const end = match.index + match[0].length;
      if (!found.some((other) => match.index < other.end && end > other.at))
        found.push({ rule, isCommitment, at: match.index, end });
    }
  }
  const breaks = [...text.matchAll(BREAK)].map((match) => match.index + match[0].length);
  return found
    .sort((a, b) => a.at - b.at)
    .map(({ rule, isCommitment, at, end }, n) => {
      const start = Math.max(found[n - 1]?.end ?? 0, ...breaks.filter((place) => place <= at), 0);
      const from = words.findIndex((word) => word.to > start);
      const last = words.findLastIndex((word) => word.from < end);
      return { rule, isCommitment, from: Math.max(0, from), to: last + 1, act: last };
    })
    .filter(({ isCommitment, from, to }) => {
      const clause = text.slice(words[from]?.from ?? 0, words[to - 1]?.to);
      return !isCommitment || !NOT_PROMISED.test(clause);
    });
}
