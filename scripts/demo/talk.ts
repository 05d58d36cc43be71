import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { read, send, type Visitor } from "./door.ts";
import { guessLengthS, placeTurns, type Script } from "./script.ts";

/** How long words may take on a slow machine before the demo does without talk about them. */
const PATIENCE_MS = 15 * 60_000;
const LOOK_MS = 2_000;

/** Whose doors are used: the call's owner, and the manager who listens to it. */
export type Talkers = { rep: Visitor; manager: Visitor };

const wordsSchema = z.object({
  speakers: z.array(z.object({ name: z.string() })),
  segments: z.array(
    z.object({
      ...{ startMs: z.number(), endMs: z.number(), speaker: z.number().nullable() },
      words: z.array(z.tuple([z.string(), z.number(), z.number()], z.unknown())),
    }),
  ),
});
export type Words = z.output<typeof wordsSchema>;
type Place = { startMs: number; endMs: number };
const peopleSchema = z.object({ people: z.array(z.object({ id: z.string(), name: z.string() })) });
const labelsSchema = z.object({ labels: z.array(z.object({ id: z.string(), name: z.string() })) });
const linksSchema = z.object({ refusal: z.string().nullable() });
const pageSchema = z.object({
  view: z.object({ comments: z.array(z.object({ id: z.string(), body: z.string() })) }),
});

/**
 * What a team says about a call: praise, a suggestion with an answer, a private note, a view that is asked for and waits,
 * and two saved views. Through the doors that people use, once the call has its words.
 * @returns whether it was said; a call that never gets words is left alone
 */
export async function makeTalk(
  { rep, manager }: Talkers,
  script: Script,
  callId: string,
): Promise<boolean> {
  const spoken = await waitForWords(rep, callId);
  if (spoken === null) return false;
  const at = (words: string): Record<string, string> => {
    const { startMs, endMs } = placeOf(script, spoken, words);
    return { t0Ms: String(startMs), t1Ms: String(endMs) };
  };
  const page = `/playback/${callId}`;
  const { people } = await read(rep, `/calls/${callId}/mentions.json`, peopleSchema);
  const commentsOf = async () =>
    (await read(rep, `${page}?_data=routes%2Fwork%2Fplayback`, pageSchema)).view.comments;
  if ((await commentsOf()).length > 0) return true; // an earlier start was cut
  const idOf = (name: string): string => people.find((one) => one.name === name)?.id ?? "";
  const suggestion = "@Mari Kato, ask who signs before you name the price.";

  await send(manager, page, {
    intent: "add_comment",
    kind: "praise",
    body: "You asked what they pay now, and waited. That is why the number came.",
    ...at("paying per truck"),
  });
  await send(manager, page, {
    intent: "add_comment",
    kind: "suggestion",
    body: suggestion,
    mentions: idOf("Mari Kato"),
    ...at("Who else has to agree"),
  });
  const commentId = (await commentsOf()).find(({ body }) => body === suggestion)?.id ?? "";
  await send(rep, page, {
    intent: "reply",
    commentId,
    body: "Yes. I will ask on Friday, with Petra on the line.",
  });
  await send(rep, page, {
    intent: "add_comment",
    kind: "question",
    body: "Did I name our price too early?",
    ask: idOf("Ivo Lund"),
    dueOn: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10),
    ...at("Our price for this lane"),
  });
  await send(rep, page, {
    intent: "add_comment",
    isPrivate: "on",
    body: "Remind Jonas of the gate times on Wednesday.",
    ...at("by Wednesday"),
  });
  await shareOutside(rep, callId, at("Our price for this lane"));
  await saveViews({ rep, manager });
  return true;
}

/** The price, as it was said, for whoever has the link; a call that came in as words has no sound to share. */
async function shareOutside(
  rep: Visitor,
  callId: string,
  range: Record<string, string>,
): Promise<void> {
  const { refusal } = await read(rep, `/calls/${callId}/links.json`, linksSchema);
  if (refusal !== null) return;
  await send(rep, `/playback/${callId}`, {
    ...{ intent: "make_link", audience: "anyone", names: "true", transcript: "true", ...range },
    message: "The price for this lane, as we said it on the call.",
  });
}

async function saveViews({ rep, manager }: Talkers): Promise<void> {
  const { labels } = await read(
    manager,
    "/setting/label?_data=routes%2Fsetting%2Flabel",
    labelsSchema,
  );
  const pricing = labels.find(({ name }) => name === "Pricing");
  if (pricing)
    await send(manager, "/recordings", {
      ...{ intent: "save_view", name: "Pricing talks", shareWith: "workspace" },
      query: `label=${pricing.id}`,
    });
  await send(rep, "/recordings", {
    ...{ intent: "save_view", name: "I talked most" },
    query: "talkRatio.gt=60",
  });
}

/** @returns what was heard, or null where nothing came in time */
export async function waitForWords(visitor: Visitor, callId: string): Promise<Words | null> {
  const end = Date.now() + PATIENCE_MS;
  while (Date.now() < end) {
    const address = `/calls/${callId}/export/1.json`;
    const words = await read(visitor, address, wordsSchema.nullable().catch(null));
    if (words !== null && words.segments.length > 0) return words;
    await sleep(LOOK_MS);
  }
  return null;
}

/** Where a turn of the script is said: of its speaker's segments the one nearest to where the script has it. */
function placeOf(script: Script, { segments, speakers }: Words, words: string): Place {
  const lengths = script.turns.map((turn) => guessLengthS(turn, script.language));
  const placed = placeTurns(script.turns, lengths);
  const turn = placed.find(({ text }) => text.includes(words));
  const end = placed.at(-1)?.endS ?? 1;
  const length = Math.max(...segments.map(({ endMs }) => endMs));
  const wanted = ((turn?.startS ?? 0) / end) * length;
  const isTheirs = ({ speaker }: Words["segments"][number]): boolean =>
    turn !== undefined && speakers[speaker ?? -1]?.name === script.names[turn.side];
  const [first = { startMs: 0, endMs: length }, ...others]: Place[] = segments.filter(isTheirs);
  const farness = ({ startMs }: Place): number => Math.abs(startMs - wanted);
  return others.reduce((best, one) => (farness(one) < farness(best) ? one : best), first);
}
