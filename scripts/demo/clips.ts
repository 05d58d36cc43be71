import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { read, send, type Visitor } from "./door.ts";
import type { DemoNote } from "./note.ts";
import { readScripts, type Script } from "./script.ts";
import { waitForWords, type Words } from "./talk.ts";

/** How long a file may take on a slow machine before the demo goes on without it. */
const PATIENCE_MS = 5 * 60_000;
const LOOK_MS = 1_000;
/** So much of a word lies under a bleep, or it is not meant. */
const UNDER = 0.5;

/** A clip of a demo call. A piece goes from the turn with the first words to the end of the turn with the others. */
export type DemoClip = {
  slug: string;
  title: string;
  card?: string;
  label?: string;
  /** In the order in which they are heard. */
  pieces: readonly (readonly [from: string, to: string])[];
  /** Words of a turn that are not heard. */
  bleep?: string;
  /** How a colleague passes it on. */
  message?: string;
};

export const CLIPS: readonly DemoClip[] = [
  {
    slug: "freight",
    title: "What a missed slot costs",
    card: "1,200 euros in one month, only for waiting",
    label: "Pricing",
    // The price first, then what makes it small.
    pieces: [
      ["Our price for this lane", "without the penalties it is actually less"],
      ["Last month three deliveries missed", "only for waiting"],
    ],
  },
  {
    slug: "security",
    title: "Where the data is kept",
    card: "Where is our data stored?",
    label: "Security",
    pieces: [["Where is our data stored", "It is off when you install it"]],
    message: "The answer to the first question of every security review, in half a minute.",
  },
  {
    slug: "dental",
    title: "Two reminders a month pay for it",
    label: "Pricing",
    pieces: [["It is eighty nine per chair", "you are even"]],
  },
  {
    slug: "energy",
    title: "Asking what would stop them",
    label: "Next step agreed",
    pieces: [["I will call you both on Tuesday at four", "then you have a customer"]],
  },
  {
    slug: "renewal",
    title: "Opening a renewal with their own usage",
    card: "Their numbers first, then the price",
    label: "Pricing",
    pieces: [["You send about nine thousand parcels", "I see what you are doing"]],
  },
  {
    slug: "renewal",
    title: "They name the other offer themselves",
    label: "Pricing",
    pieces: [
      ["What if we sign for two years, with a right", "we have done it once before"],
      ["it becomes much easier for me", "I would rather not move everything"],
    ],
    bleep: "Returnly Box",
  },
];

type Range = { t0Ms: number; t1Ms: number };
const clipsSchema = z.object({
  data: z.array(z.object({ id: z.string(), title: z.string(), state: z.string() })),
});
const pageSchema = z.object({
  view: z.object({
    lanes: z.array(z.object({ participantId: z.string().nullable(), name: z.string() })),
  }),
});
const labelsSchema = z.object({ labels: z.array(z.object({ id: z.string(), name: z.string() })) });
const linksSchema = z.object({ links: z.array(z.object({})) });
const pieceSchema = z.object({ clip: z.object({ revision: z.number() }) });

/**
 * Clips of the demo's calls, each made by the call's owner at its page once the call has its words, and rendered like
 * everybody's. Calls that nobody spoke have no sound to clip. What is there already stays.
 * @param as signs somebody in
 * @param onMade is waited for after each clip that can be played
 */
export async function makeClips(
  as: (email: string) => Promise<Visitor>,
  calls: DemoNote["calls"],
  { isWanted, onMade }: { isWanted: () => boolean; onMade: (clip: MadeClip) => Promise<void> },
): Promise<void> {
  const scripts = new Map(readScripts().map((script) => [script.slug, script]));
  for (const clip of CLIPS) {
    const script = scripts.get(clip.slug);
    const { callId, turns } = calls[clip.slug] ?? { callId: "", turns: null };
    if (!script || turns === null || !isWanted()) continue;
    const owner = await as(script.owner);
    const words = await waitForWords(owner, callId);
    if (words === null) return; // nothing hears here: the others have none either
    if ((await findClip(owner, callId, clip.title)) === null)
      await makeClip(owner, callId, clip, { script, turns, words });
    const clipId = await madeClip(owner, callId, clip.title);
    if (clipId === null) continue;
    if (clip.message !== undefined) await passOn(owner, clipId, clip.message);
    await onMade({ title: clip.title, clipId });
  }
}

export type MadeClip = { title: string; clipId: string };

/** Waits until it can be played; what is not made by then says so in its own place. */
async function madeClip(owner: Visitor, callId: string, title: string): Promise<string | null> {
  const end = Date.now() + PATIENCE_MS;
  while (Date.now() < end) {
    const clip = await findClip(owner, callId, title);
    if (clip === null) return null;
    if (clip.state !== "making") return clip.id;
    await sleep(LOOK_MS);
  }
  return null;
}

const findClip = async (owner: Visitor, callId: string, title: string) =>
  (await read(owner, `/clips.json?call=${callId}`, clipsSchema)).data.find(
    (clip) => clip.title === title,
  ) ?? null;

type Said = { script: Script; turns: readonly Range[]; words: Words };

async function makeClip(
  owner: Visitor,
  callId: string,
  clip: DemoClip,
  { script, turns, words }: Said,
): Promise<void> {
  const { labels } = await read(
    owner,
    "/setting/label?_data=routes%2Fsetting%2Flabel",
    labelsSchema,
  );
  const labelIds = labels.flatMap(({ id, name }) => (name === clip.label ? [id] : []));
  const pieces = clip.pieces.map(([from, to]) => ({
    t0Ms: turns[turnOf(script, from)]?.t0Ms ?? 0,
    t1Ms: turns[turnOf(script, to)]?.t1Ms ?? 0,
  }));
  const masks =
    clip.bleep === undefined
      ? []
      : await maskOf(owner, callId, clip.bleep, { script, turns, words });
  await send(owner, `/playback/${callId}`, {
    ...{ intent: "make_clip", title: clip.title, visibility: "workspace" },
    ...{ card: clip.card ?? "", hasCaptions: "on" },
    ...{ pieces: JSON.stringify(pieces), masks: JSON.stringify(masks) },
    labelIds: JSON.stringify(labelIds),
  });
}

/** @throws Error when no turn says it: a clip would be of something else */
export function turnOf({ slug, turns }: Script, words: string): number {
  const at = turns.findIndex(({ text }) => text.includes(words));
  if (at < 0) throw new Error(`Nobody says "${words}" in the script ${slug}.`);
  return at;
}

/** Covers words of a turn by the words that were heard there, so that none of these is cut through. */
async function maskOf(owner: Visitor, callId: string, bleep: string, said: Said) {
  const { script, turns, words } = said;
  const at = turnOf(script, bleep);
  const { side, text } = script.turns[at] ?? { side: "C", text: "" };
  const { t0Ms, t1Ms } = turns[at] ?? { t0Ms: 0, t1Ms: 0 };
  const name = script.names[side];
  const heard = words.segments
    .filter(({ speaker }) => words.speakers[speaker ?? -1]?.name === name)
    .flatMap((segment) => segment.words);
  const share = (letters: number): number => t0Ms + ((t1Ms - t0Ms) * letters) / text.length;
  const start = text.indexOf(bleep);
  const meant = { t0Ms: share(start), t1Ms: share(start + bleep.length) };
  const { view } = await read(
    owner,
    `/playback/${callId}?_data=routes%2Fwork%2Fplayback`,
    pageSchema,
  );
  const participantId = view.lanes.find((lane) => lane.name === name)?.participantId ?? null;
  return [{ participantId, ...covering(meant, heard) }];
}

/** A range with the whole of the words that lie under it by half or more. */
export function covering(
  { t0Ms, t1Ms }: Range,
  words: readonly (readonly [string, number, number, ...unknown[]])[],
): Range {
  const under = words.filter(
    ([, from, to]) => Math.min(to, t1Ms) - Math.max(from, t0Ms) >= UNDER * (to - from),
  );
  return {
    t0Ms: Math.round(Math.min(t0Ms, ...under.map(([, from]) => from))),
    t1Ms: Math.round(Math.max(t1Ms, ...under.map(([, , to]) => to))),
  };
}

/** A link for whoever has it. */
async function passOn(owner: Visitor, clipId: string, message: string): Promise<void> {
  const path = `/clips/${clipId}/links.json`;
  const { links } = await read(owner, path, linksSchema);
  if (links.length > 0) return;
  const { clip } = await read(owner, `/clips/${clipId}?_data=routes%2Fwork%2Fclip`, pieceSchema);
  await send(owner, path, {
    ...{ intent: "make_link", audience: "anyone", names: "true", transcript: "true", message },
    revision: String(clip.revision),
  });
}
