import type { TalkKind } from "#app/core/domain/views.ts";

/** What is said in the invented history of one language, and what its calls are called. */
type Texts = {
  companies: readonly string[];
  customers: readonly string[];
  titles: Record<TalkKind, string>;
  /** Said by us: explanations, a few words, and questions. */
  explains: readonly string[];
  confirms: readonly string[];
  asks: readonly string[];
  /** Said by the customer. */
  answers: readonly string[];
  agrees: readonly string[];
  curt: readonly string[];
  filler: string;
  joint: string;
};

const ENGLISH: Texts = {
  companies: [
    "Solene Travel",
    "Alder Tools",
    "Brightwater Dental",
    "Nordlicht Energy",
    "Helvetia Bank",
    "Orchid Foods",
    "Pine & Partner",
    "Marlow Print",
    "Castellan Hotels",
    "Ridgeway Farms",
    "Tern Pharma",
    "Volta Cycles",
    "Quarry & Sons",
    "Lumen Glass",
    "Fenwick Books",
    "Harbour Textiles",
  ],
  customers: [
    "Jonas Weber",
    "Clara Boyd",
    "Amir Haddad",
    "Yuki Sato",
    "Eva Lind",
    "Tom Reyes",
    "Ines Duarte",
    "Paul Okoro",
  ],
  titles: {
    discovery: "First talk",
    demo: "Demo",
    follow_up: "Follow-up",
    other: "Check-in",
  },
  explains: [
    "Most of our customers begin with one depot and add the others once the first month went well.",
    "You see every shipment on one page, and the late ones come first.",
    "We take the addresses from your own system, so no one types anything twice.",
    "The drivers keep the phones they have and only open one link in the morning.",
    "It takes about two weeks from the contract to the first real delivery.",
    "The price depends on the number of stops and not on the number of people.",
    "If a van breaks down, the plan is made again within a minute or so.",
    "That is the part which the teams in Lyon and Ghent like best so far.",
    "Each customer gets a message an hour before the van arrives, with a map.",
    "The warehouse prints the labels in the order in which the vans are loaded.",
    "We keep the history of every parcel for two years, so claims are easy to answer.",
    "Your finance team receives one invoice a month with every tour on its own line.",
    "For cold goods we record the temperature every five minutes and warn the driver.",
    "A dispatcher can move a stop to another tour by dragging it across the map.",
    "We connect to the system you have, and that is part of the first two weeks.",
    "The support team works in three countries and answers within a quarter of an hour.",
    "In the second month we look at the numbers together and change what does not fit.",
    "A driver who is new sees the gate, the ramp and the name of the contact at each stop.",
    "We agreed on a pilot of forty vans, and only one depot changes its mornings.",
    "The report on Friday shows the tours that ran late and what they had in common.",
  ],
  confirms: [
    "That makes sense to me.",
    "Yes, we can do that.",
    "I will send it today.",
    "Good, then we agree there.",
    "I will check that and write.",
    "Right, that is how it works.",
  ],
  asks: [
    "How do you plan the routes today?",
    "What happens when a delivery is late?",
    "Who decides about the budget for this?",
    "Do you already use a tool for that?",
    "Why did you look for something new this year?",
    "Is the end of the quarter still your date?",
  ],
  answers: [
    "We do it in a spreadsheet, and it takes one person the whole morning.",
    "Honestly, the drivers call us, and then we look for another van.",
    "My manager signs it, but she will ask the people in the depot first.",
    "Last winter we lost two customers because they waited in the snow without a message.",
    "I like that, but our warehouse is in another country and has its own rules.",
    "The contract with the other provider ends in spring, so there is some time.",
    "We have forty vans and two depots, and a third one opens after the summer.",
    "Our people liked the demo, although the loading part was not clear to all of them.",
    "The board wants to see what it saves before we speak about a second year.",
    "In the south we work with a carrier, and they would have to use it as well.",
    "Half of our stops have a time window, and we miss about one in ten of them.",
    "We tried something similar three years ago, and the drivers did not want it.",
  ],
  agrees: [
    "That would help us a lot.",
    "I see, and that is included?",
    "Yes, that is how it is.",
    "We can talk about that.",
  ],
  curt: ["Not yet, no.", "I cannot say.", "That is open."],
  filler: "Um,",
  joint: ", ",
};

const JAPANESE: Texts = {
  companies: ["みなと食品", "青空商事", "北浜物流", "すみれ薬局", "山手印刷"],
  customers: ["佐藤 健", "高橋 由美", "中村 彩", "小林 誠"],
  titles: {
    discovery: "初回のお打ち合わせ",
    demo: "製品のご紹介",
    follow_up: "ご提案後のご相談",
    other: "近況のご確認",
  },
  explains: [
    "配送の状況は一つの画面で確認でき、遅れているものが上に並びます。",
    "住所は今お使いのシステムから取り込みますので、入力し直す必要はありません。",
    "ドライバーの方は、朝にリンクを一つ開くだけで使い始められます。",
    "ご契約から最初の配送まで、だいたい二週間ほどかかります。",
    "料金は人数ではなく、配送先の件数で決まります。",
    "車両が故障したときも、一分ほどで計画を組み直します。",
    "最初の一か月は一つの拠点だけで試していただく会社様が多いです。",
    "到着の一時間前に、お客様へ地図付きのお知らせが届きます。",
    "荷札は積み込む順番で印刷されますので、倉庫での並べ替えが減ります。",
    "毎週金曜日に、遅れた便とその理由をまとめた報告書をお送りします。",
    "冷蔵の荷物は五分おきに温度を記録し、異常があれば知らせます。",
    "サポートの担当者が、十五分以内にお返事を差し上げます。",
  ],
  confirms: [
    "承知いたしました、確認いたします。",
    "はい、そのように進めます。",
    "本日中に資料をお送りします。",
    "おっしゃるとおりだと思います。",
  ],
  asks: [
    "現在はどのように配送ルートを決めていらっしゃいますか。",
    "配送が遅れたときは、どのように対応されていますか。",
    "最終的なご判断は、どなたがされますか。",
    "ほかの製品もご検討されていますか。",
    "いつ頃までに導入したいとお考えですか。",
  ],
  answers: [
    "今は表計算ソフトで作っていて、担当者が午前中いっぱいかかっています。",
    "正直なところ、ドライバーから電話が来てから別の車を探しています。",
    "決裁は部長ですが、先に現場の意見を聞きたいと言っています。",
    "去年の冬は、連絡が遅れてお客様を二社失いました。",
    "今の契約は春までなので、まだ少し時間があります。",
    "車両は四十台で、拠点は二つ、夏の後にもう一つ増える予定です。",
    "良いと思いますが、倉庫が別の会社なので調整が必要です。",
    "役員からは、まずどれだけ費用が減るのかを示すように言われています。",
  ],
  agrees: [
    "それはとても助かります。",
    "なるほど、そういうことですね。",
    "はい、それで問題ありません。",
  ],
  curt: ["まだです。", "未定です。", "分かりません。"],
  filler: "えーと、",
  joint: "、",
};

export const TEXTS = { en: ENGLISH, ja: JAPANESE } as const;
