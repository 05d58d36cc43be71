import * as z from "zod";
import type { Visitor } from "./door.ts";

type Demo = { name: string; colour: string; rule: string };

/** What the demo's calls are labelled with: by rule, so that each call has its labels when it comes. */
const LABELS: readonly Demo[] = [
  { name: "Pricing", colour: "blue", rule: "price OR discount OR 料金 OR 割引" },
  { name: "Security", colour: "violet", rule: "security OR compliance OR セキュリティ" },
  { name: "Next step agreed", colour: "green", rule: '"next week" OR 来週' },
];
const GROUP = "Topics";
const PAGE = "/setting/label";

const pageSchema = z.object({
  labels: z.array(z.object({ id: z.string(), name: z.string(), version: z.number() })),
  groups: z.array(z.object({ id: z.string(), name: z.string() })),
});

/** Makes the demo's labels with their rules, as an admin does; what is there already stays as it is. */
export async function makeLabels(admin: Visitor): Promise<void> {
  const before = await read(admin);
  if (before.labels.length > 0) return;
  if (before.groups.length === 0) await send(admin, { intent: "make_group", name: GROUP });
  const groupId = (await read(admin)).groups[0]?.id ?? "";
  for (const { rule, ...label } of LABELS) {
    await send(admin, { intent: "make_label", ...label, groupId });
    const made = (await read(admin)).labels.find(({ name }) => name === label.name);
    if (!made) throw new Error(`the demo's label ${label.name} was not made`);
    const change = { ...label, groupId, rule, labelId: made.id, version: String(made.version) };
    await send(admin, { intent: "change_label", ...change });
  }
}

async function read({ origin, cookie }: Visitor): Promise<z.output<typeof pageSchema>> {
  const route = new URLSearchParams({ _data: "routes/setting/label" });
  const response = await fetch(`${origin}${PAGE}?${route.toString()}`, { headers: { cookie } });
  return pageSchema.parse(await response.json());
}

async function send({ origin, cookie }: Visitor, form: Record<string, string>): Promise<void> {
  const response = await fetch(`${origin}${PAGE}`, {
    method: "POST",
    redirect: "manual",
    headers: { "sec-fetch-site": "same-origin", cookie },
    body: new URLSearchParams(form),
  });
  if (response.status >= 400)
    throw new Error(`the demo's labels: ${form["intent"]} was refused (${response.status})`);
}
