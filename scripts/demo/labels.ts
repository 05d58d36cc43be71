import * as z from "zod";
import { read, send, type Visitor } from "./door.ts";

type Demo = { name: string; colour: string; rule: string };

/** What the demo's calls are labelled with: by rule, so that each call has its labels when it comes. */
const LABELS: readonly Demo[] = [
  { name: "Pricing", colour: "blue", rule: "price OR discount OR 料金 OR 割引" },
  { name: "Security", colour: "violet", rule: "security OR compliance OR セキュリティ" },
  { name: "Next step agreed", colour: "green", rule: '"next week" OR 来週' },
];
const GROUP = "Topics";
const PAGE = "/setting/label";
const DATA = `${PAGE}?_data=routes%2Fsetting%2Flabel`;

const pageSchema = z.object({
  labels: z.array(z.object({ id: z.string(), name: z.string(), version: z.number() })),
  groups: z.array(z.object({ id: z.string(), name: z.string() })),
});

/** Makes the demo's labels with their rules, as an admin does; what is there already stays as it is. */
export async function makeLabels(admin: Visitor): Promise<void> {
  const before = await read(admin, DATA, pageSchema);
  if (before.labels.length > 0) return;
  if (before.groups.length === 0) await send(admin, PAGE, { intent: "make_group", name: GROUP });
  const groupId = (await read(admin, DATA, pageSchema)).groups[0]?.id ?? "";
  for (const { rule, ...label } of LABELS) {
    await send(admin, PAGE, { intent: "make_label", ...label, groupId });
    const made = (await read(admin, DATA, pageSchema)).labels.find(
      ({ name }) => name === label.name,
    );
    if (!made) throw new Error(`the demo's label ${label.name} was not made`);
    const change = { ...label, groupId, rule, labelId: made.id, version: String(made.version) };
    await send(admin, PAGE, { intent: "change_label", ...change });
  }
}
