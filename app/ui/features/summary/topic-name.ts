import type { TFunction } from "i18next";
import summary from "#app/i18n/generated/en/summary.json" with { type: "json" };

type TopicKey = keyof typeof summary.topic;
const isTopic = (key: string): key is TopicKey => Object.hasOwn(summary.topic, key);

/** Name of a topic: a built-in's in the reader's language, else the label its rule gave it. */
export function topicName(
  t: TFunction<"summary">,
  topic: { rule: string; label: string | null },
): string {
  for (const key of [topic.label ?? "", topic.rule, topic.rule.split(/[.:/]/).at(-1) ?? ""]) {
    if (isTopic(key)) return t(`topic.${key}`);
  }
  return topic.label ?? topic.rule;
}
