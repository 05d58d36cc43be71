import type { SpokenSegment } from "../words/spoken.ts";

/** What people say to a machine and hardly ever to each other; each also reads as speech, without any marks. */
const TO_A_MACHINE = [
  /\b(?:ignore|disregard|forget)(?: \w+){0,4} (?:instructions?|prompts?|guidelines|directions|rules)\b/iu,
  /\b(?:system|hidden|initial) prompt\b|\bprompt injection\b|\bjailbreak\b/iu,
  /\b(?:note|message|instructions?|attention)\b.{0,6}\b(?:to|for)\b.{0,12}\b(?:ai|llm|language model|chat ?gpt|summari[sz]er|assistant)\b/iu,
  /\b(?:you are|act as|pretend to be) (?:now )?(?:an?|the) (?:ai|llm|large language model|language model|chat ?bot|summari[sz]er)\b/iu,
  /(?:^|[.!?:;,]\s*|\b(?:and|then|please|must|should|instead|just) )(?:write|say|state|report|answer|output|fill)\b.{0,80}\b(?:in|into) (?:your|the) (?:summary|json|output|crm)\b/iu,
  /(?:^|[.!?:;,]\s*|\b(?:and|then|please|must|should|instead|just) )(?:in|into) (?:your|the) (?:summary|json|output|crm),? (?:write|say|state|report|answer|output|fill)\b/iu,
  /(?:指示|命令|プロンプト).{0,6}(?:無視|忘れ|破棄)|システムプロンプト|(?:あなた|君)は(?:AI|人工知能|言語モデル)/iu,
  /要約(?:に|には|の中に|では).{0,40}(?:書け|書いて|記載し|出力し|回答し)/u,
];

/** The speaker's next segments belong to it as well, up to so many and until another person speaks. */
const GOES_ON = 3;

/**
 * Numbers of the segments that speak to the model that reads them. They are words of the call and stay in its transcript;
 * no statement of a summary may rest on them.
 * @param sorted by time
 */
export function plantedIn(
  sorted: readonly Pick<SpokenSegment, "no" | "participantId" | "text">[],
): ReadonlySet<number> {
  const planted = new Set<number>();
  let left = 0;
  let speaker: string | null = null;
  for (const { no, participantId, text = "" } of sorted) {
    if (TO_A_MACHINE.some((sign) => sign.test(text))) left = GOES_ON + 1;
    else if (participantId !== speaker) left = 0;
    if (left > 0) planted.add(no);
    left = Math.max(0, left - 1);
    speaker = participantId;
  }
  return planted;
}
