import type { Side } from "../views.ts";
import type { SpokenSegment } from "../words/spoken.ts";
import { cutWords } from "../words/words.ts";

/** Lines "R text" or "C text" as segments, cut into words as an import is. */
export function segmentsOfLines(lines: readonly string[], msPerWord = 330): SpokenSegment[] {
  let at = 0;
  return lines.map((line, no) => {
    const side: Side = line.startsWith("R") ? "R" : "C";
    const text = line.slice(2);
    const words = cutWords(text).map((piece, n) => ({
      ...piece,
      t0Ms: at + n * msPerWord,
      t1Ms: at + n * msPerWord + msPerWord - 20,
    }));
    const t0Ms = at;
    at += words.length * msPerWord + 400;
    return {
      no,
      participantId: side === "R" ? "rep" : "customer",
      side,
      t0Ms,
      t1Ms: at - 420,
      text,
      words,
    };
  });
}

/** A punctuated call about something else than the dialogue's product. */
export const FLEET_CALL = [
  "R Good morning Elena, thanks for joining. Can you hear me well?",
  "C Good morning, yes, loud and clear.",
  "R Great. Before we start, a quick introduction: I look after logistics customers, and Theo here is our engineer. This call is recorded, is that okay?",
  "C Sure, no problem with the recording.",
  "R On the agenda today: your two depots, a short demo, and the offer.",
  "C Sounds right to me, thank you.",
  "R So how do you plan your routes at the moment?",
  "C Currently the dispatchers do it manually in spreadsheets every evening. The whole process takes about three hours per depot.",
  "C Our team has nine dispatchers right now, and the drivers get a printed sheet.",
  "R And how do you track whether the drivers arrive on time?",
  "C We use phone calls, and the workflow is different in each depot.",
  "C The biggest problem is that a late order means the dispatcher starts the whole plan again.",
  "R Let me show you our product. I will share my screen.",
  "R Here you can see the dashboard with all trucks. You can filter by depot and click on any stop.",
  "C And the drivers would see that on the same screen?",
  "R Yes, same screen. They open the link on the tablet and this view updates automatically.",
  "C So the feature with the map is included in the demo version as well?",
  "R Yes. As you can see, this button recalculates the plan when a late order comes in.",
  "C That is the feature our operations team asked for. Can you click on a stop again?",
  "R Of course. This page shows the stop, the time window and the driver.",
  "C Okay. Let us talk about the price. What does it cost per month?",
  "R The standard price is 45 dollars per truck per month, with an annual contract.",
  "C We have 120 trucks, so that is expensive. Our budget for this year is $50,000.",
  "R I can hold the discount at twelve percent for both depots if the contract is for two years.",
  "C Twelve percent is closer, but Routely quoted fifteen percent last week and their payment terms are better.",
  "R Fair. The quote includes the licenses, and you would pay per quarter.",
  "C I would need approval from our CFO for a two year contract.",
  "R Then for the next steps: I will send you two versions of the offer by Thursday.",
  "C Good. I'll get back to you next week after I have spoken with finance.",
  "R Shall we schedule a follow up call on Tuesday at 10 am?",
  "C Tuesday works. Please send a calendar invite.",
  "R Will do. Thank you so much, have a great day. Bye.",
];

export const JAPANESE_CALL = [
  "R 本日はお時間をいただきありがとうございます。株式会社パーレイの加藤です。よろしくお願いいたします。",
  "C よろしくお願いいたします。営業企画の田中です。",
  "R 早速ですが、現在の営業会議の運用について教えていただけますか。",
  "C 現在はエクセルで商談を管理していまして、入力はすべて手作業です。営業は四十名ほどの体制です。",
  "C 毎週の会議の前に、担当者が資料をまとめる運用になっています。",
  "R その中で一番の課題は何でしょうか。",
  "C 課題は入力漏れです。担当者の負担が大きくて、会議の資料作りに半日かかっています。",
  "C それに、商談の内容が属人的になっていて、引き継ぎで困っています。",
  "R ありがとうございます。それでは画面をご覧ください。こちらが商談の一覧を表示する機能です。",
  "R 録音から要約が自動で作られて、クリックするとその場面が再生されます。操作は以上です。",
  "C この画面は便利ですね。Salesforceとの連携はできますか。",
  "R はい、できます。項目を選んで自動的に書き込みます。",
  "C 料金はどのくらいになりますか。",
  "R 料金は一人あたり月額8千円で、年間契約なら1割引きです。",
  "C 今年の予算は六百万円です。それ以上は部長の決裁が必要で、稟議に三週間かかります。",
  "R 承知しました。導入の時期はいつ頃をお考えですか。",
  "C できれば9月1日までに稼働させたいです。",
  "R では見積書を来週の火曜日までにお送りします。",
  "C お願いします。金曜日までにセキュリティの資料もご送付いただけますか。",
  "R かしこまりました。次回の打ち合わせは来週の水曜日の午後3時にしましょう。本日はありがとうございました。",
];
