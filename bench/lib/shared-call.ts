import { createHash, randomFillSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { paths } from "#app/paths.ts";
import type { Visitor } from "#scripts/demo/door.ts";
import { readScripts, type Script } from "#scripts/demo/script.ts";
import { speak, type Speaker } from "#scripts/demo/speak.ts";
import { sendCall, waitForCall } from "./door.ts";
import { type Instance, until } from "./instance.ts";
import type { SignedIn } from "./people.ts";

// A recognised call that is shared outside: links, keys for other sites, and who opens them.

/** Enough for more than two minutes, however fast the voices are. */
const WORDS = 420;
const PLAYBACK = "routes/work/playback";
const SHARED = "routes/public/shared";

const linkAnswer = z.object({ linkId: z.string(), urlPath: z.string() });
const keyAnswer = z.object({ keyId: z.string() });
const listed = z.object({
  links: z.array(
    z.object({
      keys: z.array(z.object({ keyId: z.string(), key: z.string(), snippet: z.string() })),
    }),
  ),
});
const shownView = z.object({
  step: z.literal("shown"),
  audioUrl: z.string(),
  wordsUrl: z.string(),
});

export type Link = z.output<typeof linkAnswer>;
/** `url`: of the player · `snippet`: what a partner puts into a page. */
export type EmbedKey = { url: string; snippet: string };
/** One browser at a link, and what its page leads to. */
export type Opened = { cookie: string; audioUrl: string; wordsUrl: string };

function scriptOf(): Script {
  const count = ({ text }: { text: string }): number => text.split(/\s+/).length;
  for (const script of readScripts()) {
    const turns: Script["turns"] = [];
    let words = 0;
    for (const turn of script.turns) {
      if (words >= WORDS) return { ...script, turns };
      turns.push(turn);
      words += count(turn);
    }
  }
  throw new Error(`No script has more than ${WORDS} words.`);
}

/** Speaks a call, sends it through the upload door and waits until it is complete. @returns its id */
export async function makeCall(
  { admin }: Instance,
  { visitor }: SignedIn,
  speaker: Speaker,
): Promise<{ callId: string; durationMs: number }> {
  const script = scriptOf();
  const { files, durationS } = await speak(script, speaker);
  const sent = await sendCall(admin, visitor, script, files);
  await waitForCall(admin, sent, 20_000 + durationS * 3_000);
  return { callId: sent.callId, durationMs: Math.floor(durationS * 1_000) };
}

/** A command of the call's page. @throws Error when it is refused */
async function command<S extends z.ZodType>(
  { origin, cookie }: Visitor,
  callId: string,
  form: Record<string, string>,
  answered: S,
): Promise<z.output<S>> {
  const path = `${paths.playback(callId)}?_data=${encodeURIComponent(PLAYBACK)}`;
  const answer = await fetch(origin + path, {
    method: "POST",
    headers: { "sec-fetch-site": "same-origin", cookie },
    body: new URLSearchParams(form),
  });
  const text = await answer.text();
  if (!answer.ok)
    throw new Error(`${form["intent"]} was refused (${answer.status}: ${text.slice(0, 200)}).`);
  return answered.parse(JSON.parse(text));
}

/** Shares two minutes, words and names included, also for players on other sites. */
export const makeLink = (
  { visitor }: SignedIn,
  callId: string,
  { t0Ms, t1Ms }: { t0Ms: number; t1Ms: number },
): Promise<Link> =>
  command(
    visitor,
    callId,
    {
      ...{ intent: "make_link", audience: "anyone", names: "true", transcript: "true" },
      ...{ embed: "true", t0Ms: String(t0Ms), t1Ms: String(t1Ms) },
    },
    linkAnswer,
  );

/** Waits until the cut of a link is made. @throws Error when it is not in time, or never will be */
export async function waitForCut({ admin }: Instance, linkId: string): Promise<void> {
  await until(
    async () => {
      const { rows } = await admin.query<{ state: string; detail: string | null }>(
        "SELECT state, detail FROM cut WHERE link_id = $1",
        [linkId],
      );
      if (rows[0]?.state === "failed") throw new Error(`No cut: ${rows[0].detail ?? ""}`);
      return rows[0]?.state === "ready";
    },
    "the cut",
    { everyMs: 10 },
  );
}

/** A browser that was never here opens a link that asks for nothing. */
export async function openLink(origin: string, { urlPath }: Link): Promise<Opened> {
  const path = `${paths.shared(urlPath)}?_data=${encodeURIComponent(SHARED)}`;
  const answer = await fetch(origin + path);
  const { audioUrl, wordsUrl } = shownView.parse(await answer.json());
  const [cookie] =
    answer.headers
      .getSetCookie()
      .find((value) => value.startsWith("__Host-visitor="))
      ?.split(";") ?? [];
  if (cookie === undefined) throw new Error("The link let nobody in.");
  return { cookie, audioUrl, wordsUrl };
}

/** A key of a link for one site. */
export async function makeKey(
  { visitor }: SignedIn,
  callId: string,
  { linkId }: Link,
  site: string,
): Promise<EmbedKey> {
  const form = { intent: "make_embed_key", linkId, origins: site, showsTitle: "true" };
  const { keyId } = await command(visitor, callId, form, keyAnswer);
  const answer = await fetch(visitor.origin + paths.callLinks(callId), {
    headers: { cookie: visitor.cookie },
  });
  const { links } = listed.parse(await answer.json());
  const made = links.flatMap(({ keys }) => keys).find((key) => key.keyId === keyId);
  if (!made) throw new Error("The new key is not listed.");
  const url = visitor.origin + paths.embedPlayback(callId, { k: made.key });
  return { url, snippet: made.snippet };
}

/** Draws a player in nobody's browser. @returns the address of its sound, signed for it */
export async function drawPlayer({ url }: EmbedKey): Promise<string> {
  const answer = await fetch(url);
  const [, sound] = /src="(\/media\/embed\/[^"]+)"/.exec(await answer.text()) ?? [];
  if (sound === undefined) throw new Error(`The player has no sound (${answer.status}).`);
  return new URL(sound, url).href;
}

/** Puts noise of another length in the place of a cut's sound. @returns where it lies */
export async function replaceSound(
  { admin, dataDir }: Instance,
  { linkId }: Link,
  bytes: number,
): Promise<string> {
  const noise = randomFillSync(Buffer.alloc(bytes));
  const { rows } = await admin.query<{ key: string }>(
    `UPDATE cut_file f SET bytes = $2, sha256 = $3 FROM cut c
     WHERE c.id = f.cut_id AND c.link_id = $1 AND f.kind = 'mix' RETURNING f.key`,
    [linkId, bytes, createHash("sha256").update(noise).digest()],
  );
  const path = join(dataDir, "blobs", rows[0]?.key ?? "");
  writeFileSync(path, noise);
  return path;
}
