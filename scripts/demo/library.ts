import * as z from "zod";
import { read, report, send, sendTo, type Visitor } from "./door.ts";
import type { DemoNote } from "./note.ts";

const NAME = "Best moments";
const TEAM = "Freight";
const LIST = "/library?_data=routes%2Fwork%2Flibraries";
const ITEM_ROUTE = "routes/resource/library-item";
const DUE_DAYS = 8;
const MANAGER = "manager@demo.test";
/** What the team is to hear. */
const REQUIRED = "Too expensive";
const TRUST = "Trust and the next step";

/** Whole calls it holds, by slug, and why they are good to hear. */
export const CALLS: Record<string, string> = {
  freight: "A whole first call, from the number of trucks to a date with finance.",
  security: "Says what is not known yet, and by when it will be.",
  renewal: "Says sorry once, and from then on speaks of what changes.",
};
/** Clips it holds, by title. */
export const CLIPS_IN: Record<string, { folder: string; why: string }> = {
  "What a missed slot costs": {
    folder: REQUIRED,
    why: "He does the sum himself. Listen to the pause after the price.",
  },
  "Two reminders a month pay for it": {
    folder: REQUIRED,
    why: "One question turns the price into what she loses without it.",
  },
  "Opening a renewal with their own usage": {
    folder: REQUIRED,
    why: "Starts with what they use, so the price comes last.",
  },
  "They name the other offer themselves": {
    folder: REQUIRED,
    why: "Asks for nothing, and hears what the competitor wants for it.",
  },
  "Where the data is kept": {
    folder: TRUST,
    why: "Answers the first question of every security review.",
  },
  "Asking what would stop them": {
    folder: TRUST,
    why: "Ends on a condition that can be met, not on “soon”.",
  },
};

/** How much of what is required somebody heard: whole items first, then a share of the next. */
const LISTENERS: Record<string, { items: number; share: number }> = {
  [MANAGER]: { items: 4, share: 0 },
  "theo@demo.test": { items: 4, share: 0 },
  "lena@demo.test": { items: 4, share: 0 },
  "rep@demo.test": { items: 1, share: 0.5 },
  "ana@demo.test": { items: 0, share: 0.6 },
};
/** They are told of what comes into it. */
const FOLLOWERS = ["rep@demo.test", "theo@demo.test", "nadia@demo.test"];

const listSchema = z.object({
  libraries: z.array(z.object({ id: z.string(), name: z.string() })),
});
const pageSchema = z.object({
  folders: z.array(z.object({ id: z.string(), name: z.string() })),
  items: z.array(
    z.object({
      ...{ id: z.string(), folderId: z.string().nullable(), state: z.string() },
      positionMs: z.number().nullable(),
    }),
  ),
  viewings: z.array(z.object({})),
  listenerChoices: z.array(z.object({ id: z.string(), name: z.string() })),
});
type Library = z.output<typeof pageSchema>;
const previewSchema = z.object({
  preview: z
    .object({ gains: z.array(z.object({})), mayGive: z.boolean(), isThere: z.boolean() })
    .nullable(),
});
const openedSchema = z.object({ durationMs: z.number(), heardUrl: z.string() });
type SignIn = (email: string) => Promise<Visitor>;

/**
 * Makes the demo's library for everyone, as a manager does, with folders, followers and whole calls. What is there already
 * stays.
 * @returns the path of its page
 */
export async function openLibrary(as: SignIn, calls: DemoNote["calls"]): Promise<string> {
  const manager = await as(MANAGER);
  const page = await findOrMake(manager);
  for (const email of FOLLOWERS) await send(await as(email), page, { intent: "follow" });
  for (const name of [REQUIRED, TRUST])
    if (!folderOf(await pageOf(manager, page), name))
      await send(manager, page, { intent: "make_folder", name });
  for (const [slug, why] of Object.entries(CALLS)) {
    const callId = calls[slug]?.callId;
    if (callId !== undefined) await add(manager, page, `add=${callId}`, { callId, why });
  }
  return page;
}

/** Puts a clip in its place; with the first one of what is required, it is required. */
export async function addClip(
  as: SignIn,
  page: string,
  { title, clipId }: { title: string; clipId: string },
): Promise<void> {
  const { folder, why } = CLIPS_IN[title] ?? {};
  if (folder === undefined || why === undefined) return;
  const manager = await as(MANAGER);
  const library = await pageOf(manager, page);
  const folderId = folderOf(library, folder) ?? "";
  await add(manager, page, `clip=${clipId}`, { clipId, folderId, why });
  if (folder === REQUIRED) await requireOf(manager, page, library, folderId);
}

/** Colleagues who are part way or through, each as far as they are meant to be. */
export async function hearRequired(as: SignIn, page: string): Promise<void> {
  for (const [email, heard] of Object.entries(LISTENERS))
    await listen(await as(email), page, heard);
}

async function findOrMake(manager: Visitor): Promise<string> {
  const find = async () =>
    (await read(manager, LIST, listSchema)).libraries.find(({ name }) => name === NAME);
  if (!(await find()))
    await send(manager, "/library", {
      ...{ intent: "make_library", name: NAME, kind: "workspace" },
      description: "What we said that worked, and why",
    });
  const library = await find();
  if (!library) throw new Error("the demo's library was not made");
  return `/library/${library.id}`;
}

const pageOf = (visitor: Visitor, page: string): Promise<Library> =>
  read(visitor, `${page}?_data=routes%2Fwork%2Flibrary`, pageSchema);

const folderOf = ({ folders }: Library, wanted: string): string | undefined =>
  folders.find(({ name }) => name === wanted)?.id;

/** Adds a clip or a call with the word of who gains access by it. @param asked how its address names it */
async function add(
  manager: Visitor,
  page: string,
  asked: string,
  item: Record<string, string>,
): Promise<void> {
  const at = `${page}?${asked}&_data=routes%2Fwork%2Flibrary`;
  const { preview } = await read(manager, at, previewSchema);
  if (preview === null || preview.isThere) return;
  const gives = String(preview.gains.length);
  const isGiven = preview.mayGive || preview.gains.length === 0;
  await send(
    manager,
    page,
    isGiven ? { intent: "add_item", ...item, gives } : { intent: "ask_item", ...item },
  );
}

async function requireOf(
  manager: Visitor,
  page: string,
  { viewings, listenerChoices }: Library,
  folderId: string,
): Promise<void> {
  const grantee = listenerChoices.find(({ id, name }) => id.startsWith("team:") && name === TEAM);
  if (viewings.length > 0 || !grantee) return;
  await send(manager, page, {
    ...{ intent: "require_viewing", grantee: grantee.id, folderId, includesLater: "on" },
    dueOn: new Date(Date.now() + DUE_DAYS * 86_400_000).toISOString().slice(0, 10),
  });
}

/** Plays items as the library's player does: opens one, says what was heard, keeps its place. */
async function listen(
  listener: Visitor,
  page: string,
  heard: { items: number; share: number },
): Promise<void> {
  const library = await pageOf(listener, page);
  const folderId = folderOf(library, REQUIRED);
  const required = library.items.filter(
    (item) => item.folderId === folderId && item.state === "ready",
  );
  for (const [at, { id, positionMs }] of required.entries()) {
    const share = at < heard.items ? 1 : at === heard.items ? heard.share : 0;
    if (share === 0 || positionMs !== null) continue;
    const path = `${page}/items/${id}`;
    const opened = openedSchema.parse(
      await sendTo(listener, path, ITEM_ROUTE, { intent: "open_item" }),
    );
    const t1Ms = Math.round(opened.durationMs * share);
    await report(listener, opened.heardUrl, { ranges: [{ t0Ms: 0, t1Ms }] });
    await send(listener, path, {
      ...{ intent: "keep_place", positionMs: String(t1Ms) },
      isEnded: share === 1 ? "yes" : "no",
    });
  }
}
