import * as z from "zod";
import { read, send, type Visitor } from "./door.ts";
import type { Script } from "./script.ts";

/** Who the demo's customers are, by the call they are heard on. */
const CONTACTS: Record<string, { jobTitle: string; emails: string }> = {
  freight: { jobTitle: "Head of logistics", emails: "jonas.weber@halden-tiles.example" },
  dental: { jobTitle: "Owner", emails: "helen@marsh-dental.example" },
  energy: { jobTitle: "Managing director", emails: "carla@bruno-bakeries.example" },
  renewal: { jobTitle: "Head of operations", emails: "priya.nair@oakline.example" },
  security: { jobTitle: "IT security", emails: "victor.ahn@larkspur.example" },
  japanese: { jobTitle: "物流部長", emails: "sato@minato-foods.example" },
};

const pageSchema = z.object({
  view: z.object({
    people: z.array(
      z.object({ id: z.string(), name: z.string(), contact: z.object({}).nullable() }),
    ),
  }),
});

/** Says who the customer of a call is, as its owner does; whoever is known already stays. */
export async function makeContact(owner: Visitor, script: Script, callId: string): Promise<void> {
  const known = CONTACTS[script.slug];
  if (!known) return;
  const page = `/playback/${callId}`;
  const { view } = await read(owner, `${page}?_data=routes%2Fwork%2Fplayback`, pageSchema);
  const person = view.people.find(({ name }) => name === script.names.C);
  if (!person || person.contact !== null) return;
  await send(owner, page, {
    ...{ intent: "make_contact", participantId: person.id, name: script.names.C },
    ...{ ...known, company: script.company },
  });
}
