import { beforeEach, expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import {
  aCall,
  aClip,
  aLabel,
  aMember,
  aParticipant,
  aTeam,
  aTranscript,
  aWorkspace,
  type SignedIn,
} from "#tests/support/factories.ts";
import { wordsOfRanges } from "../cut/words.ts";
import { clipFacets, listClips } from "./clip-list.server.ts";
import type { ClipsQuery } from "./clip-list-views.ts";
import { deleteClips, labelClips } from "./clip-many.server.ts";
import { countClipViews, noteClipOpened, recordClipHeard } from "./clip-plays.server.ts";
import { getClipWordsPage } from "./clip-words.server.ts";

const ALL: ClipsQuery = {
  ...{
    q: "",
    by: [],
    team: [],
    label: [],
    deal: [],
    library: [],
    call: null,
    days: null,
    state: null,
  },
  ...{ sort: "newest", after: null, limit: 24 },
};
let owner: SignedIn;
let mate: SignedIn;
let teamId: string;
let call: Awaited<ReturnType<typeof aCall>>;
let clipId: string;

beforeEach(async () => {
  const workspace = await aWorkspace();
  const team = await aTeam(workspace);
  teamId = team.id;
  owner = await aMember(workspace, { teams: [team], name: "Mari" });
  mate = await aMember(workspace, { name: "Aki" });
  call = await aCall(owner, { visibility: "private", teamId, title: "Salaries" });
  const { id: participantId } = await aParticipant(call, { side: "C" });
  await aTranscript(call, [{ participantId, t0Ms: 0, t1Ms: 900, text: "Twelve percent" }]);
  const clip = await aClip(call, owner, { title: "Holding the price", visibility: "workspace" });
  clipId = clip.id;
  await db.cut.updateMany({
    where: { workspaceId: workspace.id, clipId },
    data: {
      ...{ state: "ready", wordsVersion: 1, quote: "Twelve percent", durationMs: 4_000 },
      ranges: [{ t0Ms: 0, t1Ms: 4_000 }],
      lanes: [{ name: "Elena", side: "C" }],
      words: wordsOfRanges([], [{ t0Ms: 0, t1Ms: 4_000 }], [{ name: "Elena", side: "C" }], 1),
    },
  });
  await db.$executeRaw`DELETE FROM rate_limit`;
});

const titles = async (actor: SignedIn, query: Partial<ClipsQuery> = {}) =>
  (await listClips(actor, { ...ALL, ...query })).clips.map(({ title }) => title);

test("who may not open the call reads the clip in the list, and nothing of its call", async () => {
  await aClip(call, owner, { title: "Mine alone" });
  const { clips, count } = await listClips(mate, ALL);
  expect(count).toBe(1);
  expect(clips).toMatchObject([
    {
      ...{ title: "Holding the price", quote: "Twelve percent", call: null, mayChange: false },
      ...{ people: [{ name: "Elena", side: "C" }], durationMs: 4_000, pieces: 1, views: 0 },
    },
  ]);
  expect(JSON.stringify(clips)).not.toContain("Salaries");
  expect((await listClips(owner, ALL)).clips).toMatchObject([
    { title: "Mine alone" },
    { title: "Holding the price", call: { title: "Salaries" }, mayChange: true },
  ]);
});

test("length and pieces are those of what is played, and it is listed by them, until the next one is made", async () => {
  const longer = await aClip(call, owner, { title: "Longer" });
  const made = {
    revision: 1,
    ranges: [
      { t0Ms: 0, t1Ms: 9_000 },
      { t0Ms: 20_000, t1Ms: 21_000 },
    ],
  };
  await db.cut.updateMany({
    where: { workspaceId: owner.workspaceId, clipId: longer.id },
    // Saved again, and still to be made: two seconds in one piece.
    data: { made, ranges: [{ t0Ms: 0, t1Ms: 2_000 }], durationMs: 2_000, state: "queued" },
  });
  const { clips } = await listClips(owner, { ...ALL, sort: "longest" });
  expect(clips).toMatchObject([
    { title: "Longer", durationMs: 10_000, pieces: 2, state: "making", revision: 1 },
    { title: "Holding the price", durationMs: 4_000, pieces: 1 },
  ]);
  const first = await listClips(owner, { ...ALL, sort: "longest", limit: 1 });
  const rest = await listClips(owner, { ...ALL, sort: "longest", limit: 1, after: first.next });
  expect(rest.clips).toMatchObject([{ title: "Holding the price" }]);
});

test("another workspace lists none, and reads no words", async () => {
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  expect(await titles(stranger)).toEqual([]);
  await expect(getClipWordsPage(stranger, clipId, "index")).rejects.toMatchObject({
    code: "not_found",
  });
});

test("words of an older transcript, and of who took consent back, are shown nowhere", async () => {
  const { workspaceId } = owner;
  await db.cut.updateMany({ where: { workspaceId, clipId }, data: { wordsVersion: 7 } });
  expect((await listClips(mate, ALL)).clips).toMatchObject([{ quote: null, strip: null }]);
  await db.cut.updateMany({ where: { workspaceId, clipId }, data: { wordsVersion: 1 } });
  await db.participant.updateMany({
    where: { workspaceId, callId: call.id },
    data: { consent: "withdrawn" },
  });
  expect((await listClips(mate, ALL)).clips).toMatchObject([
    { quote: null, strip: null, mixId: null, people: [], isWithdrawn: true },
  ]);
  await expect(getClipWordsPage(mate, clipId, 0)).rejects.toMatchObject({
    code: "consent_blocked",
  });
});

test("filters narrow the list, each by itself", async () => {
  await aClip(call, owner, { title: "Another", teamId });
  const label = await aLabel({ id: owner.workspaceId });
  await db.clipLabel.create({
    data: { workspaceId: owner.workspaceId, clipId, labelId: label.id },
  });
  expect(await titles(owner, { q: "PRICE hold" })).toEqual(["Holding the price"]);
  expect(await titles(owner, { team: [teamId] })).toEqual(["Another"]);
  expect(await titles(owner, { label: [label.id] })).toEqual(["Holding the price"]);
  expect(await titles(owner, { by: [mate.memberId] })).toEqual([]);
  expect(await titles(owner, { call: call.id, days: 7, sort: "title" })).toEqual([
    "Another",
    "Holding the price",
  ]);
  expect(await titles(owner, { sort: "longest", limit: 1 })).toEqual(["Holding the price"]);
  expect(await titles(owner, { state: "ready" })).toEqual(["Holding the price"]);
  expect(await titles(owner, { state: "asked" })).toEqual([]);
  const facets = await clipFacets(owner, ALL);
  expect(facets).toMatchObject({
    by: [{ name: "Mari", n: 2 }],
    team: [{ n: 1 }],
    label: [{ n: 1 }],
  });
});

test("a page ends with a cursor from which the next one begins", async () => {
  for (const title of ["B", "A"]) await aClip(call, owner, { title });
  const first = await listClips(owner, { ...ALL, sort: "title", limit: 2 });
  expect(first.clips.map(({ title }) => title)).toEqual(["A", "B"]);
  expect(await titles(owner, { sort: "title", limit: 2, after: first.next })).toEqual([
    "Holding the price",
  ]);
});

test("who opened a clip and what they heard of it adds up; its maker is no view", async () => {
  await noteClipOpened(owner, clipId);
  await expect(recordClipHeard(mate, clipId, [{ t0Ms: 0, t1Ms: 1_000 }])).rejects.toMatchObject({
    code: "invalid_state",
  });
  await noteClipOpened(mate, clipId);
  await noteClipOpened(mate, clipId);
  await recordClipHeard(mate, clipId, [{ t0Ms: 0, t1Ms: 2_000 }]);
  await recordClipHeard(mate, clipId, [{ t0Ms: 1_000, t1Ms: 9_000 }]);
  const { workspaceId } = owner;
  expect(
    await db.clipView.findMany({
      where: { workspaceId, clipId, memberId: mate.memberId },
      select: { opens: true, seconds: true },
    }),
  ).toEqual([{ opens: 1, seconds: 4 }]);
  expect(await countClipViews(mate, clipId)).toBe(1);
  expect((await listClips(mate, ALL)).clips).toMatchObject([{ views: 1 }]);
  const opened = await db.auditEntry.count({ where: { workspaceId, event: "clip.opened" } });
  expect(opened).toBe(2);
});

test("many are deleted and labelled one by one, as far as they are the actor's to change", async () => {
  const { id: other } = await aClip(call, owner, { title: "Other" });
  const label = await aLabel({ id: owner.workspaceId });
  expect(await labelClips(owner, [clipId, other, clipId], label.id)).toMatchObject({
    facts: { count: "2" },
  });
  await expect(deleteClips(mate, [clipId])).rejects.toMatchObject({ code: "forbidden" });
  expect(await deleteClips(owner, [clipId, other])).toMatchObject({ facts: { count: "2" } });
  expect(await titles(owner)).toEqual([]);
});
