import type { StepClause, StepRule } from "./step-clause.ts";
import type { SummarySentence } from "./sentences.ts";

const ACT =
  "(?:お|ご|御)?(?:送り|送付|共有|連絡|確認|手配|準備|用意|作成|提案|案内|調整|返信|設定|検討|予約|紹介|見積もり|見積り)";
const POLITE = "(?:いただけ|頂け)(?:ます|ません)(?:でしょう)?か";

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
      `(?:${ACT}(?:を)?(?:し|いたし|致し)|送り|伺い)ます(?!か)|${ACT}(?:を)?させて(?:いただき|頂き)ます(?!か)`,
      "gu",
    ),
  },
];
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
      return { rule, isCommitment, from: Math.max(0, from), to: last + 1 };
    });
}
