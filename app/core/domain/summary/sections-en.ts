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

const PROBLEM =
  /\b(?:(?:biggest|main|real|only) (?:problem|issue|challenge|thing)|(?<!no )(?:problem|issue|challenge|trouble|pain) (?:is|was|with)|struggl\w*|a mess|frustrat\w*|(?:does not|doesn't|do not|don't) (?:work|scale)|nobody|waste[sd]?|too (?:slow|long|expensive|manual|many)|always wrong|miss(?:ed|ing)? (?:our|the|a)|at risk|by hand|manual(?:ly)?)\b/;
const NEXT_STEP = "next step next steps action follow up send schedule meeting";

const agenda: SectionDef = {
  key: "agenda",
  kind: "quotes",
  query: "agenda purpose goal of today's meeting topics cover discuss introduction recording",
  cues: /\b(?:agenda|(?:before we|let's|let us|shall we) (?:start|begin|get started|dive in|jump in)|(?:goal|purpose|plan|idea) (?:of|for) (?:today|this (?:call|meeting))|(?:want|wanted|like|love|hoping) to (?:talk about|go over|go through|cover|confirm that we|discuss|walk)|(?:thirty|forty five|twenty|30|45|20) minutes|last time we (?:spoke|talked|met)|on the list for today)\b/,
  side: null,
  within: [0, 0.35],
  floor: 1.6,
  fields: [],
};
const issue: SectionDef = {
  key: "issue",
  kind: "quotes",
  query:
    "issue problem challenge pain difficult trouble wrong slow manual error risk miss complaint hard lose",
  cues: PROBLEM,
  side: "C",
  floor: 1.6,
  fields: [],
};
const proposal: SectionDef = {
  key: "proposal",
  kind: "quotes",
  query:
    "proposal offer solution product plan package price discount pilot trial recommend suggest feature automatically integration works",
  cues: /\b(?:(?:we|i) (?:can|could|would) (?:offer|propose|suggest|recommend)|let me show|our (?:product|solution|platform|software|standard price|price|plan|tool)|pilot|free trial|proposal|proof of concept|you can (?:choose|host|use|see|set)|it works with|what we do is|per (?:user|seat|month))\b/,
  side: "R",
  floor: 1.6,
  fields: [EN_FIELDS.price, EN_FIELDS.discount, EN_FIELDS.quantity],
};
const decision: SectionDef = {
  key: "decision",
  kind: "quotes",
  query: "decision decide agree agreed approve sign choose confirm go ahead move forward commit",
  cues: /\b(?:(?:we|i)(?:'ve| have|'ll| will)? (?:decided?|agreed?|chose|go with|go ahead)|let's (?:go|do it|plan)|let us (?:go|plan for|do)|move forward|going (?:to go )?with|need(?:s|ed)? (?:\w+ )?approval|sign(?:ed)? (?:by|off|the)|we are in|that works for (?:me|us)|(?:monday|tuesday|wednesday|thursday|friday) works|yes that is right)\b/,
  side: null,
  floor: 1.6,
  fields: [],
};
const steps = (key: "next_action" | "next_step"): SectionDef => ({
  key,
  kind: "checklist",
  query: NEXT_STEP,
  cues: /$^/,
  side: null,
  floor: Infinity,
  fields: [],
});
const situation: SectionDef = {
  key: "situation",
  kind: "quotes",
  query:
    "situation today current process team tool use setup how many people reps customers company currently",
  cues: /\b(?:right now|currently|at the moment|today we|these days|we (?:use|are using|run|work with)|we have (?:about|around|\w+ (?:people|reps|users|teams))|our (?:current )?(?:process|setup|stack|workflow|onboarding)|(?:it is|it's) all in)\b/,
  side: "C",
  floor: 1.6,
  fields: [EN_FIELDS.system],
};
const authority: SectionDef = {
  key: "authority",
  kind: "quotes",
  query:
    "authority decision approval approve sign stakeholder involved boss chief officer head director procurement legal board",
  cues: /\b(?:need(?:s|ed)? (?:\w+ )?approval|sign(?:s|ed)? off|decision[ -]makers?|involved in the decision|chief \w+ officer|cfo|ceo|cto|cio|coo|head of|procurement|my (?:boss|manager)|board|final say|legal (?:team|said))\b/,
  side: "C",
  floor: 1.6,
  fields: [],
};
const budget: SectionDef = {
  key: "budget",
  kind: "quotes",
  query: "budget money spend cost price dollars afford expensive pay discount quote",
  cues: /\b(?:budget|set aside|afford|spend on|how much|per (?:user|seat|month|year)|(?:too )?expensive|discount|price|quoted)\b/,
  side: "C",
  floor: 1.6,
  fields: [EN_FIELDS.budget_amount, EN_FIELDS.price, EN_FIELDS.discount, EN_FIELDS.quantity],
};
const timing: SectionDef = {
  key: "timing",
  kind: "quotes",
  query: "timing timeline deadline date launch start rollout live when",
  cues: /\b(?:go(?:ing)? live|deadline|time ?line|in place (?:by|before)|have something in place|roll ?out|launch|end of (?:the |this |next )?(?:year|quarter|month|january|february|march|april|may|june|july|august|september|october|november|december|(?:first|second|third|fourth) quarter)|(?:before|by) (?:january|february|march|april|may|june|july|august|september|october|november|december|q[1-4])|takes (?:about |around |up to )?(?:\w+ ){1,2}(?:weeks|months|quarters))\b/,
  side: "C",
  floor: 1.6,
  fields: [EN_FIELDS.go_live],
};

export const EN_TEMPLATES: Templates = {
  sales_meeting: [agenda, issue, proposal, decision, steps("next_action")],
  discovery: [situation, { ...issue, key: "pain" }, authority, budget, timing, steps("next_step")],
};
