import * as z from "zod";

/** What entries name by an id, and what can be called by a name. */
export const NAMED_KINDS = [
  ...["member", "team", "workspace", "call", "recording", "guest", "clip", "library", "deal"],
  ...["deal_stage", "contact", "label", "label_group", "view", "term", "term_suggestion"],
  ...["tracker", "template", "mapping", "mapping_row", "connection", "passkey", "model", "folder"],
] as const;
export type NamedKind = (typeof NAMED_KINDS)[number];

/** Facts whose value is an id, by the word that an entry has for them. */
const KIND_OF_FACT: Partial<Record<string, NamedKind>> = {
  ...{ member: "member", memberId: "member", members: "member", owner: "member" },
  ...{ successor: "member", by: "member", byId: "member", breakGlassId: "member" },
  ...{ team: "team", teamId: "team", parent: "team" },
  ...{ call: "call", clip: "clip", library: "library", folder: "folder" },
  ...{ label: "label", labels: "label", into: "label", group: "label_group" },
  ...{ template: "template", dealId: "deal", contactId: "contact" },
};
export const kindOfFact = (name: string): NamedKind | undefined => KIND_OF_FACT[name];

/** The key of a name: its kind, and the id of what has it. */
export const nameKey = (kind: NamedKind, id: string): string => `${kind} ${id}`;

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
export const isId = (text: string): boolean => UUID.test(text);

const object = z.record(z.string(), z.unknown());
/** An entry's facts; what cannot be read is none. @param json as it is stored */
export function readFacts(json: string | null): Record<string, unknown> {
  if (json === null) return {};
  try {
    return object.safeParse(JSON.parse(json)).data ?? {};
  } catch {
    return {};
  }
}

/** Every value of facts under its own word, those of facts within facts too. */
export const eachFact = (facts: Record<string, unknown>): [name: string, value: unknown][] =>
  Object.entries(facts).flatMap(([name, value]): [string, unknown][] => {
    const within = object.safeParse(value);
    return within.success ? eachFact(within.data) : [[name, value]];
  });
