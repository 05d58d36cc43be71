import * as z from "zod";
import type { Member } from "#app/core/domain/access/actor.ts";
import { embedKeyForm } from "#app/core/domain/embed/embed.schema.ts";
import { listKeysOfLinks, makeEmbedKey } from "#app/core/domain/embed/embed-keys.server.ts";
import { paths } from "#app/paths.ts";
import { aCall, aMember, aParticipant, aTranscript, aWorkspace } from "#tests/support/factories.ts";
import { aReadyLink, type ReadyLink } from "#tests/support/shares.ts";
import type { Door } from "./served.ts";

/** The site that the key of a scene lists. */
export const SITE = "https://desk.example";

/** A call with words, shared for other sites, with a key for one of them. */
export async function anEmbeddedCall(form: Record<string, string> = {}) {
  const workspace = await aWorkspace({ name: "Kestrel Freight" });
  const owner = await aMember(workspace, { name: "Mari Kato" });
  const call = await aCall(owner, { title: "A secret offer", durationMs: 60_000 });
  const elena = await aParticipant(call, { name: "Elena Duarte", side: "C" });
  await aTranscript(call, [
    { participantId: elena.id, t0Ms: 1_000, t1Ms: 3_000, text: "zero one" },
  ]);
  const link = await aReadyLink(owner, call, { audience: "anyone", embed: "true", ...form });
  const key = await aKey(owner, link);
  return { workspace, owner, call, elena, link, key };
}
export type Scene = Awaited<ReturnType<typeof anEmbeddedCall>>;

export async function aKey(
  owner: Member,
  { linkId }: Pick<ReadyLink, "linkId">,
  fields: Record<string, string> = {},
) {
  const wish = embedKeyForm.parse({ linkId, origins: SITE, ...fields });
  const { keyId } = await makeEmbedKey(owner, wish);
  return { keyId, secret: (await viewOf(owner, linkId, keyId)).key };
}

/** A key as its maker sees it. */
export async function viewOf({ workspaceId }: Member, linkId: string, keyId: string) {
  const found = await listKeysOfLinks(workspaceId, [linkId]);
  const view = found.find((key) => key.keyId === keyId);
  if (!view) throw new Error("the key is not listed");
  return view;
}

/** The raw client takes no chunks apart: the text may stand between their lengths. */
export const jsonOf = (text: string) =>
  z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)));

const playerData = z.object({
  ...{ sound: z.string(), words: z.string().nullable(), pulse: z.string(), heard: z.string() },
  ...{ signature: z.string(), start: z.number(), end: z.number().nullable() },
  ...{ lane: z.string().nullable(), transcript: z.boolean().nullable() },
});

/** What a player of this page is given: its addresses, without running its script. */
export function dataOf(text: string) {
  const attribute = /data-player="([^"]*)"/.exec(text)?.[1] ?? "{}";
  const json = attribute.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
  return playerData.parse(JSON.parse(json));
}

/** Asks as the frame of a page of another site does. */
export function askFramed(door: Door) {
  const ask = (path: string, headers: Record<string, string> = {}) =>
    door.say(`GET ${path}`, { "sec-fetch-dest": "iframe", ...headers });
  const open = (callId: string, query: Record<string, string>, headers = {}) =>
    ask(paths.embedPlayback(callId, query), headers);
  const page = ({ call, key }: Scene, query: Record<string, string> = {}, headers = {}) =>
    open(call.id, { k: key.secret, ...query }, headers);
  const aPlayer = async (scene: Scene, query: Record<string, string> = {}) => {
    const { text } = await page(scene, query);
    const data = dataOf(text);
    return { data, sound: `${data.sound}?s=${data.signature}` };
  };
  return { ask, open, page, aPlayer };
}
