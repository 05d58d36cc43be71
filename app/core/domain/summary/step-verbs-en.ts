// The English verbs of next steps and promises, as parts of regular expressions over folded text:
// lower case, straight apostrophes, plain hyphens, no other marks.

/** People write "e-mail", "email" and "e mail", "follow-up" and "follow up". */
const JOIN = "[- ]?";
const RE = `(?:re${JOIN})?`;
const MAIL = `e${JOIN}mail`;
/** "Drop you a line", "fire off a quick note": what is sent names the act. */
const LINE = `(?: [\\w'-]+){0,4} (?:line|note|notes|message|mail|${MAIL}|text|link)`;
const DEVICE = "text|ping|messag(?:e|ing)|dm|slack|whatsapp|b?cc|phone";
const SKILL = "with|from|in|when|while|through|people|anyone|anybody|users|customers|clients";
/** Ways to reach a person. Without a day "I can" and these may name a skill: "I can text with one hand". */
const REACH = `(?:touch(?:ing)? base|(?:drop|shoot|fire|send)(?:p?ing)?${LINE}|(?:${DEVICE})(?:ing)?(?! (?:${SKILL})\\b))`;

/** What "I can" is followed by where something is to be done. */
export const ACT = `(?:${[
  `${RE}send(?:ing)?|${RE}shar(?:e|ing)|${MAIL}(?:ing)?|forward(?:ing)?|prepar(?:e|ing)|${RE}draft(?:ing)?`,
  `set(?:ting)?(?: \\w+){0,2} up|${RE}schedul(?:e|ing)|${RE}book(?:ing)?|follow(?:ing)?${JOIN}up`,
  `circl(?:e|ing)${JOIN}back|get(?:ting)?${JOIN}back|loop(?:ing)?(?: \\w+){0,3} in|introduc(?:e|ing)`,
  `${RE}confirm(?:ing)?|(?:double|cross|re)?${JOIN}check(?:ing)?|review(?:ing)?|includ(?:e|ing)|provid(?:e|ing)`,
  `call(?:ing)?|invit(?:e|ing)|put(?:ting)?(?: \\w+){0,4} together|look(?:ing)? into|find(?:ing)? out`,
  `reach(?:ing)?${JOIN}out`,
].join("|")})\\b`;

/** The same behind "let me", "let's" and "could you". */
export const ACT_OR_REACH = `(?:${ACT}|${REACH}\\b)`;

/** May come between "I'll" and the verb, and is none itself. */
const ADVERBS =
  "also|just|then|definitely|certainly|probably|maybe|perhaps|quickly|briefly|personally|simply|gladly|always|actually|absolutely|surely|directly|immediately|promptly|now|still|first|of course|right away";
export const BETWEEN = `(?:(?:${ADVERBS}) )*`;
export const GAP = `(?:(?:${ADVERBS}|please|go ahead and|make sure (?:to|that i|i|we)|try (?:to|and)|(?:be )?happy to|be able to|have to|need to|work on|at least|as well|uh|um|er|erm|i(?:'ll| will)|we(?:'ll| will)|i|we) )*`;

const SENDING = `(?:${RE}send|${MAIL}|text|ping|messag|dm|slack|call|phon|forward|shar|touch|follow|circl|reach|get(?=ting (?:back|in touch)))t?ing`;
/** "I'll" with one of these promises nothing: states, plans of one's own, and what is done on the spot. */
const NOT_PROMISED = [
  `be(?! (?:in touch|back to you|sure|${SENDING}))`,
  "see(?! (?:if|whether|to it|that|what (?:i|we) can))",
  "think(?! about it and)",
  "want|need|like|love|know|believe|understand|remember|forget|regret|miss|never|not|die|live|hate|hope|wait|say|admit|bet",
  "no longer|hardly|barely|rarely|seldom|neither",
  "assume|guess|wonder|lose|win|pay|cost|feel|become|enjoy|spend|stay|stand|stick|leave|end|happen|happily|need|buy|grow",
  "start|begin|jump|stop|pause|skip|go|walk|explain|repeat|summari[sz]e|recap|mute|interrupt|add that|(?:move|turn|switch|hand)(?: it)? (?:on|over|to|back|forward)|make sure you (?:won't|don't|are|like|love|enjoy)",
  "show you(?! (?:next|tomorrow|on|when))|show(?! (?:him|her|them|it to))|share (?:my|the|our|a) screen|share it on",
  "have(?! (?:the|it|that|this|these|your|him|her|them|someone|somebody|my|our|an? \\w+ (?:ready|sent|call)))",
  "take(?! (?:a look|care|that up|it up|this up|it to|that to|this to))",
  "get(?! (?:you|him|her|them|back|it|that|this|in touch|someone|somebody|the|our|my|your|hold|an answer))",
  "do(?! (?:that|it|this|so|both|my best|our best|the|one|some))",
  "come(?! (?:by|over|and|at|on|back to you))|come back to (?:that|this|it)",
  "tell you(?! (?:by|on|in|tomorrow|when|next|as soon))|tell (?:the|my) story|call (?:it|that) (?:a|what|quits)",
  "let you (?:go|speak|talk|finish|start|begin|continue|decide|choose|off)",
  "give you (?:an example|an idea|an overview|a (?:quick|short|brief|bit|sense|moment|second|minute|feel))|give you that",
  "ask you|keep (?:it|this|that)|run (?:you )?through|use|work(?! (?:out|up|on it))|try$|find(?! (?:out|you|him|her|them|a|an|the|it))",
].join("|");
/** What "I'll" promises: any verb but those. An adverb is none, so "I'll just be honest" stays out. */
export const PROMISED = `(?!(?:${NOT_PROMISED})(?![\\w'])|(?:i|we|the|a|please|can|could|would|should|do you|is|are|does|${ADVERBS}) )(?:${MAIL}|[a-z]{2,})`;

/** What companies do for one another: "we'll" with any other verb is a plan of their own. */
export const DONE_FOR_YOU = `${RE}(?:${[
  `send|mail|${MAIL}|post|ship|deliver|forward|share|pass|${DEVICE}|call|ring|write|reply|respond|answer|contact|notify|inform|remind`,
  "tell (?!you)|let (?:you|them|him|her|everyone) know|keep (?:you|everyone|them)|get (?:you|back|it|that|this|in touch|someone|somebody|the|our|your)|give (?:you(?! that)|them|him|her|everyone)",
  `prepare|draft|draw up|(?:drop|shoot|fire)${LINE}|(?:drop|shoot) (?:you|by|off|in|it|over)|put|set up|set (?:it|that|this|you)|schedule|book|reserve|pencil|arrange|organi[sz]e|follow${JOIN}up|circle${JOIN}back|touch base|loop|introduce|invite|bring|pick`,
  `confirm|check|(?:double|cross)${JOIN}check|review|verify|test|look (?:into|at|for|up)|find (?:out .|you|a|an|the)|ask|talk (?:to|with)|speak (?:to|with)|discuss|raise|clarify|chase|dig|pull|count|collect|measure|work (?:out|up|on it)`,
  "include|add|attach|upload|update|change|adjust|extend|correct|fix|repair|replace|swap|remove|install|configure|migrate|import|create|build|make (?:sure|a|an|the|it|that)|print|translate|record|note|document",
  `provide|supply|offer|issue|refund|credit|waive|reimburse|invoice|sign|submit|file|order|request|handle|resolve|sort|take (?:care|a look|that up|it up)|do (?:that|it|this|so)|have (?:it|that|the|your|him|her|them|someone|somebody|our)|visit|come (?:by|over|and|to you)|train|hold (?:it|the|that|those)|be in touch|be back to you|be ${SENDING}|reach${JOIN}out`,
].join("|")})(?![\\w'])`;

const WEEKDAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)day";
const SOON = `(?:today|tonight|tomorrow|(?:on|this|next) ${WEEKDAY}|${WEEKDAY}|(?:this|next) (?:week|month|afternoon|evening))`;
const DAY =
  "(?:\\d\\w*|end|eod|cob|close|noon|midday|then|january|february|march|april|may|june|july|august|september|october|november|december|(?:\\w+ )?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\\w+teenth|twentieth|thirtieth))";
const WORDS = "(?: [\\w'-]+){0,10}";
/** "I can" binds where a day is said: any act by a day, a message on one. */
export const ACT_BY_DAY = `${DONE_FOR_YOU}(?=${WORDS} (?:by|before|until|no later than) (?:the )?(?:${SOON}|${DAY})\\b)`;
export const REACH_ON_DAY = `${REACH}(?=${WORDS} ${SOON}\\b)`;

const OTHERS =
  "(?:you|he|she|they|it|who|people|everyone|everybody|nobody|customers?|clients?|colleagues?|boss)";
const BELIEVE =
  "(?:say|says|said|saying|think|thinks|thought|believe|believes|expect|expects|assume|assumes|hope|hopes|claim|claims|told|promised|reckon|reckons|suppose)";
const THAT = "(?: (?:me|us|you|him|her|them))?(?: that)?";
/** Only with "that": "it means we'll send it" and "if you ask I'll send it" promise. */
const MEAN_THAT = "(?:mean|means|ask|asks|asked)(?: (?:me|us|you|him|her|them))? that";
/**
 * What ends right before a lead and makes it no promise of the speaker's: conditions, doubts, what others say. Behind a
 * comma it governs nothing: "I see what you mean, I'll check".
 */
export const GOVERNED = new RegExp(
  `(?<![\\w'])(?:${[
    "what|which|who|where|when|how|if|whether|unless|until|whatever|whenever|wherever|suppose|supposing|assuming|in case|as long as|as soon as|provided(?: that)?|depending on|wish",
    `(?<!\\b(?:as|like) )${OTHERS} (?:\\w+ )?(?:${BELIEVE}${THAT}|${MEAN_THAT})`,
    `(?:do|does|did|would|could|should|can) (?:i|we|${OTHERS}) (?:\\w+ )?(?:${BELIEVE}|mean)${THAT}`,
    `(?:not|never|don't|didn't|doesn't|can't|cannot|wouldn't) (?:\\w+ )?(?:${BELIEVE}|mean|promise|guarantee)${THAT}`,
    "i doubt(?: that| if)?|not sure(?: that)?|no way|not that|no guarantee(?: that)?|unlikely(?: that)?",
  ].join("|")}) $`,
);
/** "Let me" behind these is no offer: "will you let me text", "they don't let me forward it". */
export const LET = `(?<!\\b(?:you|they|he|she|it|we|to|will|would|could|can|not|never|only|doesn't|don't|didn't|won't|wouldn't|can't) )let me`;
