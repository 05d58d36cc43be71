import type { FieldDef, FieldOption } from "./extract.ts";
import type { SectionDef, Templates } from "./section.ts";

const named = (names: string): FieldOption[] =>
  names.split(",").map((name) => {
    const [value = "", ...others] = name.trim().split("/");
    return { value, words: [value, ...others] };
  });

/** Systems a sales team is likely to have. */
export const SYSTEMS: readonly FieldOption[] = named(
  "Salesforce/sales force, HubSpot/hub spot, Microsoft Dynamics/dynamics, Pipedrive/pipe drive, Zoho, SAP, Oracle, NetSuite/net suite, ServiceNow/service now, Slack, Microsoft Teams, Zendesk, Marketo, kintone/キントーン, Sansan",
);

/** Typed fields by key. */
export const EN_FIELDS = {
  budget_amount: {
    key: "budget_amount",
    type: "money",
    side: "C",
    cues: /\b(?:budget(?:ed|s)?|set aside|afford|spend(?:ing)?|allocated?)\b/,
  },
  price: {
    key: "price",
    type: "money",
    side: "R",
    cues: /\b(?:pric(?:e|es|ing)|costs?|per (?:user|seat|license|licence|month|year|head)|(?:a|each) (?:user|seat|month))\b/,
  },
  discount: {
    key: "discount",
    type: "percent",
    side: "R",
    cues: /\b(?:discount(?:ed|s)?|off|reduction|rebate)\b/,
  },
  quantity: {
    key: "quantity",
    type: "number",
    side: "C",
    cues: /\b(?:users?|seats?|licen[cs]es?|pricing|rollout|people)\b/,
    units: /^(?:users?|seats?|licen[cs]es?)\b/,
  },
  go_live: {
    key: "go_live",
    type: "date",
    side: "C",
    cues: /\b(?:go(?:ing)? live|in place|launch(?:ing)?|roll(?:ing)? ?out|up and running|start using|deadline|kick ?off)\b/,
  },
  system: { key: "system", type: "enum", side: "C", cues: /$^/, options: SYSTEMS },
} satisfies Record<string, FieldDef>;

const NEXT_STEP = "next step next steps action follow up send schedule meeting";
const DEADLINE =
  "deadline|live|launch(?:es)?|start(?:s|ed|ing)?|begin(?:s|ning)?|clos(?:e|es)|ends?|expires?|renews?|due|ready|done|placed?|deliver(?:ed|y)?|leave|before|by|until|latest|needs?|have to|has to|must|want(?:s)?|takes?|free|earliest|season";

const agenda: SectionDef = {
  key: "agenda",
  kind: "quotes",
  query: "agenda purpose goal of today's meeting topics cover discuss introduction recording",
  cues: /\b(?:agenda|(?:before we|let's|let us) (?:start|begin|get started|dive in|jump in)|(?:goal|purpose|plan|idea) (?:of|for) (?:today|this (?:call|meeting))|(?:want|wanted|like|love|hoping) to (?:talk about|go (?:over|through)|cover|confirm that we|discuss|walk you through|look at)|last time we (?:spoke|talked|met)|on the list for today|(?:two|three|four|five|[2-5]) (?:things|points|topics|items|questions))\b/,
  hints:
    /\b(?:first|then we|and then|finally|look at|walk you through|understand|go through|today|cover|show you)\b/g,
  side: null,
  within: [0, 0.35],
  fields: [],
};
const issue: SectionDef = {
  key: "issue",
  kind: "quotes",
  query:
    "issue problem challenge pain difficult trouble wrong slow manual error risk miss complaint hard lose",
  cues: /\b(?:(?<!no |not a |any )(?:problems?|issues?|challenges?|trouble)\b(?! with that| at all)|pain(?:ful|s)?|struggl\w*|a mess|nightmare|frustrat\w*|annoy\w*|embarrass\w*|angry|upset|worr(?:y|ies|ied)|afraid|scared|hurts?|drowning|complain(?:s|ed|ing)?|(?:does not|doesn't|do not|don't|didn't) (?:work|scale|fit|match)|waste[sd]?|too (?:slow|long|expensive|manual|many|late)|always (?:wrong|late)|never (?:works?|get|arrives?)|miss(?:ed|ing)? (?:our|the|a)|at risk|lost? (?:track|money|customers|time)|loses? (?:track|money|customers|time)|breaks? down|broke down|falls? apart|nobody (?:knows|answers|tells|updates|owns)|no one (?:knows|answers|tells|owns)|out of (?:date|control)|can hardly|can't (?:keep up|find|see|trust|get))\b/,
  hints:
    /\b(?:mistakes?|errors?|wrong|broken|fail(?:s|ed|ing)?|late|delay(?:s|ed)?|slow|stuck|lose|lost|costs us|nobody|no one|cannot|can't|couldn't|wasn't|weren't|hard|difficult|manual(?:ly)?|by hand|wait(?:s|ed|ing)?|days|weeks|hours|every (?:single )?(?:day|week|month|time)|honestly|refunds?|biggest|main|real)\b/g,
  unless:
    /\b(?:budget|signs?|approv\w+|deadline|like to (?:talk|go|cover)|glad|is fine|are fine)\b/,
  side: "C",
  fields: [],
};
const proposal: SectionDef = {
  key: "proposal",
  kind: "quotes",
  query:
    "proposal offer solution product plan package price discount pilot trial recommend suggest feature automatically integration works",
  cues: /\b(?:(?:we|i)(?: can| could| would|'d| will|'ll)? (?:offer|propose|suggest|recommend)|what (?:i|we)(?:'d| can| could| would) (?:offer|suggest|recommend|propose)|let me show|our (?:offer|product|solution|platform|software|standard price|proposal|tool)\b(?! team)|free trial|proof of concept|you can (?:choose|host|use|see|set|lease|pay|switch)|it works with|what we do is|we'd start with|(?:the|our|a) (?:\w+ )?(?:plan|package|subscription|rate|fee|model) (?:is|would|at|costs|covers|comes))\b/,
  hints:
    /\b(?:automatically|product|solution|works with|pilot|trial|included?|includes|price|cost|costs|plan|package|option|instead|per (?:user|seat|month|year|person|day|night|head|run|session|agent|employee|item|round|floor|entry|container)|a (?:year|month|head)|discount|offer|waive|fixed price|come to|comes to|would be|it's|that's|plus)\b/g,
  with: "money",
  unless: /\b(?:like to (?:talk|go|cover)|agenda|you're paying|you pay today|we went|last year)\b/,
  side: "R",
  fields: [EN_FIELDS.price, EN_FIELDS.discount, EN_FIELDS.quantity],
};
const decision: SectionDef = {
  key: "decision",
  kind: "quotes",
  query: "decision decide agree agreed approve sign choose confirm go ahead move forward commit",
  cues: /\b(?:(?:we|i)(?:'ve| have)? (?:decided|agreed|chosen|chose)|(?:we|i)(?:'ll| will|'re going to| are going to) (?:go (?:with|for|ahead)|take the|do the|choose)|we(?:'re| are) (?:going with|doing it|in\b)|(?:so |then |it's |that's |that is )?(?:agreed|decided|settled)|let's (?:go (?:with|for|ahead)|take|do it|do the)|let us (?:go|take|do|plan for)|decision made|it's a deal|move forward with|put me down|sign (?:me|us) up|(?:plan|option) it is|is a yes|we are in|that works for (?:me|us)|yes that is right)\b/,
  unless:
    /\b(?:they|he|she|who|when|if|whether|partners|board|should we|not|nothing|need(?:s)? approval)\b/,
  side: null,
  fields: [],
};
const steps = (key: "next_action" | "next_step"): SectionDef => ({
  key,
  kind: "checklist",
  query: NEXT_STEP,
  cues: /$^/,
  side: null,
  fields: [],
});
const situation: SectionDef = {
  key: "situation",
  kind: "quotes",
  query:
    "situation today current process team tool use setup how many people reps customers company currently",
  cues: /\b(?:currently|(?:we|they) (?:normally|usually) |these days|(?:we|i) (?:use|are using|work with|move|sell|employ|operate)\b(?! to )|we're using|we(?:'re| are) (?:an? |about |around |on |all |\w+ (?:people|agents|staff|of us))|there (?:are|is) (?:\w+ ){0,2}of us|we have (?:about|around|roughly|over|\w+(?: \w+)? (?:people|reps|users|teams|agents|employees|sites|stores|offices|trucks|staff|drivers))|our (?:current )?(?:process|setup|stack|workflow|onboarding|team has|platform)|(?:it is|it's) all (?:in|on)|everything (?:still )?(?:runs|goes) (?:through|on)|comes? in from)\b/,
  hints:
    /\b(?:we (?:have|run|get|do|pay)|right now|at the moment|today|employees|people|a week|a year|a month|staff|team|hundred|shifts?|same|still|normally|usually|at present|spreadsheets?|ourselves|we've (?:got|been)|system|tool)\b/g,
  unless:
    /\b(?:problem|issue|worr\w+|budget|approv\w+|signs?|deadline|never|nobody|lost|lose|late|mistakes|complain\w*|want to go|would like|i'd|could|agreed|last year)\b/,
  side: "C",
  fields: [EN_FIELDS.system],
};
const DECIDERS =
  "cfo|ceo|cto|cio|coo|chief \\w+ officer|director|boss|manager|board|partners?|owners?|legal|lawyers?|procurement|purchasing|landlord|committee|head of|wife|husband|council|finance|founder|management";
const authority: SectionDef = {
  key: "authority",
  kind: "quotes",
  query:
    "authority decision approval approve sign stakeholder involved boss chief officer head director procurement legal board",
  cues: new RegExp(
    `\\b(?:need(?:s|ed)? (?:\\w+ )?approval|sign(?:s|ed)? off|decision[ -]makers?|involved in the decision|(?:final|last) (?:say|word)|(?:${DECIDERS})\\b[^.]{0,40}\\b(?:signs?|approves?|decides?|agrees?|votes?|reviews?|chooses?|has to|have to|must|needs to)|(?:goes|go) to (?:our|my|the) (?:${DECIDERS})|i (?:can|cannot|can't|only) (?:decide|sign|recommend|prepare)|i (?:decide|sign|choose)\\b|(?:he|she|they)(?: \\w+)? (?:decides?|signs?|approves?|has the last)|my decision|not my call|legal said)\\b`,
  ),
  hints: new RegExp(
    `\\b(?:${DECIDERS}|sign(?:s|ed)?|approv(?:e|es|al)|decides?|vote|choose together|anything (?:above|over))\\b`,
    "g",
  ),
  unless: /\b(?:agreed on|decided to|let's)\b/,
  side: "C",
  fields: [],
};
const budget: SectionDef = {
  key: "budget",
  kind: "quotes",
  query: "budget money spend cost price dollars afford expensive pay discount quote",
  cues: /\b(?:budget(?:ed|s)?|(?:set|put) aside|afford|allocated|funding|capped|ceiling|in the plan|can(?:not|'t) go (?:over|above))\b/,
  hints:
    /\b(?:spend(?:ing)?|spent|(?:we|i) (?:currently )?pay|paying|at most|no more than|up to|this (?:year|quarter)|all in|for the year|expensive|costs us|limit|maximum|go over|left)\b/g,
  with: "money",
  unless: /\b(?:signs?|approves?|approval|goes to|quote[ds]?|decides?|gave us)\b(?!.*\bbudget\b)/,
  side: "C",
  fields: [EN_FIELDS.budget_amount, EN_FIELDS.price, EN_FIELDS.discount, EN_FIELDS.quantity],
};
const MONTHS =
  "january|february|march|april|may|june|july|august|september|october|november|december";
const timing: SectionDef = {
  key: "timing",
  kind: "quotes",
  query: "timing timeline deadline date launch start rollout live when",
  cues: new RegExp(
    `\\b(?:go(?:ing)? live|deadline|time ?line|in place (?:by|before)|have something in place|roll ?out|launch on|(?:before|by) (?:the )?(?:(?:end|start|beginning|middle|summer|spring|autumn|fall|winter)\\b(?! of the call)|${MONTHS}|q[1-4])|takes (?:about |around |up to )?(?:\\w+ ){1,2}(?:weeks|months|quarters)|contract (?:ends|runs out|expires)|the (?:earliest|latest))\\b`,
  ),
  hints: new RegExp(`\\b(?:${DEADLINE})\\b`, "g"),
  with: "date",
  unless: /\b(?:works|is fine|see you|talk|call|speak|agreed|arrived?|did)\b/,
  side: "C",
  fields: [EN_FIELDS.go_live],
};

export const EN_TEMPLATES: Templates = {
  sales_meeting: [agenda, issue, proposal, decision, steps("next_action")],
  discovery: [situation, { ...issue, key: "pain" }, authority, budget, timing, steps("next_step")],
};
