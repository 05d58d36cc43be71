import { beforeEach, expect, test } from "vitest";
import { METRICS_CONFIG } from "#app/core/domain/metrics/input.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import {
  aCall,
  aContact,
  aDeal,
  aDealStage,
  aLabel,
  aMember,
  aParticipant,
  aRecording,
  aTeam,
  aWorkspace,
  type SignedIn,
  type Workspace,
} from "#tests/support/factories.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { listRecordings, listRecordingsAndChoices } from "./recordings.server.ts";
import { FILTER_SQL, filterSqlOf } from "./recordings-filter-rows.server.ts";
import { FILTER_NAMES, filterOf, keysOf } from "./recordings-filters.ts";
import { parseRecordingsQuery } from "./recordings-query.ts";

let workspace: Workspace;
let team: { id: string };
let rep: SignedIn;
let other: SignedIn;
beforeEach(async () => {
  workspace = await aWorkspace();
  team = await aTeam(workspace);
  rep = await aMember(workspace, { teams: [team] });
  other = await aMember(workspace, { teams: [team] });
});

const countRecordings = async (actor: Member, query: ReturnType<typeof read>) =>
  (await listRecordingsAndChoices(actor, { ...query, panel: "filters" })).facets ?? [];
const read = (text: string) => parseRecordingsQuery(new URLSearchParams(text)).query;
const titles = async (actor: Member, text: string): Promise<string[]> =>
  (await listRecordings(actor, read(text))).rows.map(({ title }) => title).sort();

async function aListed(owner: Member, title: string, more: Parameters<typeof aCall>[1] = {}) {
  const call = await aCall(owner, { title, ...more });
  await aRecording(call);
  return call;
}
type Call = Awaited<ReturnType<typeof aListed>>;

const label = (call: Call, labelId: string, isOn = true) =>
  db.callLabel.create({
    data: { workspaceId: workspace.id, callId: call.id, labelId, isByHand: true, isOn },
  });
const comment = (call: Call, author: Member, more: object = {}) =>
  db.comment.create({
    data: {
      id: newId(),
      workspaceId: workspace.id,
      callId: call.id,
      authorId: author.memberId,
      body: "Well asked",
      ...more,
    },
  });
const facetsOf = async (
  actor: Member,
  text = "",
): Promise<Record<string, Record<string, number>>> =>
  Object.fromEntries(
    (await countRecordings(actor, read(text))).map(({ name, values }) => [
      name,
      Object.fromEntries(values.map(({ value, calls }) => [value, calls])),
    ]),
  );

test("every filter has its row of SQL, and filters by one list are by one noun, whose choices it has", () => {
  expect(keysOf(FILTER_SQL).toSorted()).toEqual(FILTER_NAMES.toSorted());
  const nouns = new Map<string, unknown>();
  for (const name of FILTER_NAMES) {
    const [{ list }, { noun }] = [filterOf(name), filterSqlOf(name)];
    if (!list) continue;
    expect([name, noun?.choices]).not.toContain(undefined);
    expect([name, nouns.get(list) ?? noun]).toEqual([name, noun]);
    nouns.set(list, noun);
  }
});

test("labels are joined by or, by and, and left out", async () => {
  const [price, risk] = [await aLabel(workspace), await aLabel(workspace)];
  const [one, both, none] = [
    await aListed(rep, "price"),
    await aListed(rep, "price and risk"),
    await aListed(rep, "none"),
  ];
  await label(one, price.id);
  await label(both, price.id);
  await label(both, risk.id);
  await label(none, price.id, false);
  const ask = (text: string) => titles(rep, text);
  expect(await ask(`label=${price.id}&label=${risk.id}`)).toEqual(["price", "price and risk"]);
  expect(await ask(`label.all=${price.id}&label.all=${risk.id}`)).toEqual(["price and risk"]);
  expect(await ask(`label.not=${risk.id}`)).toEqual(["none", "price"]);
  expect(await ask(`label=${price.id}&label.not=${risk.id}`)).toEqual(["price"]);
  expect(await ask(`label.all=${price.id}&label.all=${newId()}`)).toEqual([]);
});

test("a call without a team or company is of none of those that are left out", async () => {
  const company = newId();
  await db.company.create({ data: { id: company, workspaceId: workspace.id, name: "Kestrel" } });
  await aListed(rep, "ours", { companyId: company });
  await aListed(rep, "loose", { teamId: null, visibility: "workspace" });
  await aListed(other, "theirs");
  expect(await titles(rep, `team.not=${team.id}`)).toEqual(["loose"]);
  expect(await titles(rep, "company.not=Kestrel")).toEqual(["loose", "theirs"]);
  expect(await titles(rep, `owner.not=${other.memberId}`)).toEqual(["loose", "ours"]);
  expect(await titles(rep, `owner.not=${other.memberId}&owner.not=${rep.memberId}`)).toEqual([]);
});

test("people are found by a part of their name, and members by themselves", async () => {
  const [call, second] = [await aListed(rep, "with Aki"), await aListed(rep, "alone")];
  await aParticipant(call, { name: "Aki Tanaka" });
  await aParticipant(second, { name: "Somebody", memberId: other.memberId, side: "R" });
  expect(await titles(rep, "participant=tanaka")).toEqual(["with Aki"]);
  expect(await titles(rep, `participant=${other.memberId}`)).toEqual(["alone"]);
  expect(await titles(rep, `participant=aki&participant=${other.memberId}`)).toHaveLength(2);
  expect(await titles(rep, "participant.not=aki")).toEqual(["alone"]);
});

test("consent, Highlights and reviewers", async () => {
  const [agreed, refused] = [
    await aListed(rep, "agreed"),
    await aListed(rep, "refused", { consent: "refused" }),
  ];
  await db.reviewAssignment.create({
    data: {
      id: newId(),
      workspaceId: workspace.id,
      callId: agreed.id,
      memberId: other.memberId,
      byId: rep.memberId,
    },
  });
  expect(await titles(rep, "consent=refused&consent=withdrawn")).toEqual(["refused"]);
  expect(await titles(rep, `reviewer=${other.memberId}`)).toEqual(["agreed"]);
  expect(await titles(rep, "summary=yes")).toEqual([]);
  expect(await titles(rep, "summary=no")).toEqual(["agreed", "refused"]);
  expect((await listRecordings(rep, read("consent=agreed"))).rows[0]?.reviewers).toEqual([
    other.name,
  ]);
  expect(refused.consent).toBe("refused");
});

test("what somebody keeps to themselves is no comment for anybody else: filter, column and facet", async () => {
  const [open, secret, gone] = [
    await aListed(rep, "open"),
    await aListed(rep, "secret"),
    await aListed(rep, "gone"),
  ];
  await comment(open, other);
  await comment(secret, other, { visibility: "private" });
  await comment(gone, other, { deletedAt: new Date() });
  expect(await titles(rep, "comment=yes")).toEqual(["open"]);
  expect(await titles(rep, "comment=no")).toEqual(["gone", "secret"]);
  expect(await titles(other, "comment=yes")).toEqual(["open", "secret"]);
  const counts = async (actor: Member) =>
    Object.fromEntries(
      (await listRecordings(actor, read(""))).rows.map(({ title, comments }) => [title, comments]),
    );
  expect(await counts(rep)).toEqual({ open: 1, secret: 0, gone: 0 });
  expect(await counts(other)).toEqual({ open: 1, secret: 1, gone: 0 });
  expect((await facetsOf(rep))["comment"]).toEqual({ yes: 1, no: 2 });
  const looked = { ...other, impersonator: { memberId: rep.memberId, name: "An admin" } };
  expect(await titles(looked, "comment=yes")).toEqual(["open"]);
});

test.each([
  ["talkRatio", "65", "90", { talkRatio: 0.7 }, { talkRatio: 0.6 }],
  ["longest", "60", "200", { longestMs: 90_000 }, { longestMs: 60_000 }],
  ["questions", "5", "20", { questionsPh: 9 }, { questionsPh: 5 }],
  ["patience", "0.5", "2", { patienceMs: 900 }, { patienceMs: 400 }],
  ["speed", "120", "180", { speed: 150 }, { speed: 110 }],
  ["silence", "0.2", "3", { silencePm: 1 }, { silencePm: 0.1 }],
  ["overlap", "2", "10", { overlap: 0.05 }, { overlap: 0.01 }],
] as const)(
  "calls by %s: over, under, and never by what is not known",
  async (key, gt, lt, much, little) => {
    const row = async (title: string, figures: object) => {
      const call = await aListed(rep, title);
      await rowBy(METRICS_CONFIG, call, figures);
      return call;
    };
    const rowBy = (config: string, call: { id: string }, figures: object) =>
      db.metricRow.create({
        data: {
          workspaceId: workspace.id,
          config,
          callId: call.id,
          side: "R",
          subject: call.id,
          startedAt: new Date(),
          kind: "upload",
          durationMs: 60_000,
          speechMs: 1_000,
          ...figures,
        },
      });
    await row("much", much);
    await row("little", little);
    await aListed(rep, "unknown");
    // The newest rules say that the call gives none: what older ones said is no longer so.
    await rowBy("metrics@2", await row("unknown by the newest", {}), much);
    await rowBy("metrics@1", await row("little by the newest", little), much);
    expect(await titles(rep, `${key}.gt=${gt}`)).toEqual(["much"]);
    expect(await titles(rep, `${key}.gt=${gt}&${key}.lt=${lt}`)).toEqual(["much"]);
    expect(await titles(rep, `${key}.lt=${gt}`)).toEqual(
      key === "longest" || key === "questions" ? [] : ["little", "little by the newest"],
    );
  },
);

test("facets count the matches, and a facet's own filter leaves nothing out of it", async () => {
  const price = await aLabel(workspace, { name: "Price" });
  const [a, b] = [
    await aListed(rep, "a", { kind: "phone" }),
    await aListed(rep, "b", { kind: "room" }),
  ];
  await aListed(other, "c", { kind: "room" });
  for (const call of [a, b]) await label(call, price.id);
  const all = await facetsOf(rep);
  expect(all["owner"]).toEqual({ [rep.memberId]: 2, [other.memberId]: 1 });
  expect(all["label"]).toEqual({ [price.id]: 2 });
  expect(all["kind"]).toEqual({ room: 2, phone: 1 });
  expect(all["reviewed"]).toEqual({ no: 3 });
  const rooms = await facetsOf(rep, `kind=room&owner=${rep.memberId}`);
  expect(rooms["kind"]).toEqual({ room: 1, phone: 1 });
  expect(rooms["owner"]).toEqual({ [rep.memberId]: 1, [other.memberId]: 1 });
  expect(rooms["label"]).toEqual({ [price.id]: 1 });
  expect((await facetsOf(rep, `kind.not=room`))["kind"]).toEqual({ room: 2, phone: 1 });
  const [facet] = (await countRecordings(rep, read(""))).filter(({ name }) => name === "label");
  expect(facet?.values).toEqual([{ value: price.id, name: "Price", calls: 2 }]);
});

test("an address that asks for every filter at once finds nothing, and counts each facet by itself", async () => {
  const call = await aListed(rep, "a", { kind: "phone" });
  const asked = FILTER_NAMES.flatMap((name): [string, string][] => {
    const { list, words, values } = filterOf(name);
    const value = list ? newId() : words ? "x" : values?.[0];
    return value === undefined ? [] : [[name, value]];
  });
  expect(await titles(rep, new URLSearchParams(asked).toString())).toEqual([]);
  expect(await facetsOf(rep, new URLSearchParams(asked).toString())).toEqual({});
  const ofCall = { owner: call.ownerId, kind: "phone" };
  expect(await facetsOf(rep, new URLSearchParams(ofCall).toString())).toMatchObject({
    owner: { [rep.memberId]: 1 },
    kind: { phone: 1 },
  });
});

test("a private call is in nobody's facets but its people's, with its labels, owner and company", async () => {
  const stranger = await aMember(await aWorkspace());
  const company = newId();
  await db.company.create({ data: { id: company, workspaceId: workspace.id, name: "Secret Ltd" } });
  const hush = await aLabel(workspace, { name: "Hush" });
  const call = await aListed(other, "hidden", { visibility: "private", companyId: company });
  await label(call, hush.id);
  await comment(call, other);
  const admin = await aMember(workspace, { role: "admin" });
  for (const actor of [rep, admin, stranger])
    for (const text of [
      "",
      `label=${hush.id}`,
      "company=Secret+Ltd",
      `owner=${other.memberId}`,
      "q=hidden",
    ])
      expect([text, await facetsOf(actor, text)]).toEqual([text, {}]);
  expect(await facetsOf(other)).toMatchObject({
    label: { [hush.id]: 1 },
    company: { "Secret Ltd": 1 },
  });
});

test("the address reads and, or, not and figures; what is no value is named", () => {
  const id = newId();
  const { query, ignored } = parseRecordingsQuery(
    new URLSearchParams(
      `label=${id}&label.all=x&label.not=${id}&label.not=${id}&kind.not=room&kind.all=room&patience.gt=0.5&speed.lt=fast&as=cards&as=tiles&panel=filters&view=${id}`,
    ),
  );
  expect(query.filters).toEqual({ label: [id], "label.not": [id], "kind.not": ["room"] });
  expect(query).toMatchObject({ metrics: { "patience.gt": 0.5 }, as: "cards", panel: "filters" });
  expect(ignored.map(({ key, value }) => `${key}=${value}`).sort()).toEqual([
    "kind.all=room",
    "label.all=x",
    "speed.lt=fast",
  ]);
});

test("deals, their stages and contacts narrow and are counted, for who may know of them", async () => {
  const stage = await aDealStage(workspace, { name: "Proposal" });
  const [ours, theirs] = [
    await aDeal(rep, { name: "Fleet rollout", stageId: stage.id }),
    await aDeal(other, { name: "Depot", stageId: stage.id }),
  ];
  const [open, secret] = [
    await aContact(workspace, { name: "Maria Lund" }),
    await aContact(workspace, { name: "Quetz", privateToId: other.memberId }),
  ];
  const [one, two, none] = [
    await aListed(rep, "one"),
    await aListed(rep, "two"),
    await aListed(rep, "none"),
  ];
  const link = (call: Call, dealId: string, isPrimary = true) =>
    db.callDeal.create({
      data: {
        ...{ workspaceId: workspace.id, callId: call.id, dealId, isPrimary },
        ...{ confidence: 50, reasons: [] },
      },
    });
  await link(one, ours.id);
  await link(two, theirs.id);
  await link(none, ours.id, false);
  await aParticipant(one, { contactId: open.id });
  await aParticipant(two, { contactId: secret.id });
  const ask = (text: string, who: SignedIn = rep) => titles(who, text);
  expect(await ask(`deal=${ours.id}`)).toEqual(["one"]);
  expect(await ask("deal=FLEET")).toEqual(["one"]);
  expect(await ask(`deal=${ours.id}&deal=depot`)).toEqual(["one", "two"]);
  expect(await ask(`deal.not=${ours.id}`)).toEqual(["none", "two"]);
  expect(await ask(`stage=${stage.id}`)).toEqual(["one", "two"]);
  expect(await ask(`stage.not=${stage.id}`)).toEqual(["none"]);
  expect(await ask(`contact=${open.id}`)).toEqual(["one"]);
  expect(await ask("contact=lund")).toEqual(["one"]);
  expect(await ask(`contact=${secret.id}`)).toEqual([]);
  expect(await ask("contact=quetz")).toEqual([]);
  expect(await ask("contact=quetz", other)).toEqual(["two"]);
  expect(await facetsOf(rep)).toMatchObject({
    deal: { [ours.id]: 1, [theirs.id]: 1 },
    stage: { [stage.id]: 2 },
    contact: { [open.id]: 1 },
  });
  expect((await facetsOf(rep))["contact"]).not.toHaveProperty(secret.id);
  // A deal that its owner keeps to themselves is no filter and no count for anybody else.
  await db.deal.updateMany({ where: { id: theirs.id }, data: { teamId: null } });
  expect(await ask(`deal=${theirs.id}`)).toEqual([]);
  expect(await ask("deal=depot")).toEqual([]);
  expect(await ask(`stage=${stage.id}`)).toEqual(["one"]);
  expect((await facetsOf(rep))["deal"]).toEqual({ [ours.id]: 1 });
  expect((await facetsOf(rep))["stage"]).toEqual({ [stage.id]: 1 });
  const { choices } = await listRecordingsAndChoices(
    rep,
    read(`deal=${ours.id}&deal=${theirs.id}&contact=${open.id}&contact=${secret.id}`),
  );
  expect(choices.named.map(({ name }) => name).sort()).toEqual(["Fleet rollout", "Maria Lund"]);
  expect(choices.lists.stage).toEqual([{ id: stage.id, name: "Proposal" }]);
});

test("where calls must have all that is chosen, a value's number is what is left once it is chosen too", async () => {
  const [pricing, security] = [
    await aLabel(workspace, { name: "Pricing" }),
    await aLabel(workspace, { name: "Security" }),
  ];
  const calls = [await aListed(rep, "a"), await aListed(rep, "b"), await aListed(rep, "c")];
  for (const call of calls.slice(0, 2)) await label(call, pricing.id);
  for (const call of calls.slice(1)) await label(call, security.id);
  expect((await facetsOf(rep, `label=${pricing.id}`))["label"]).toEqual({
    ...{ [pricing.id]: 2, [security.id]: 2 },
  });
  expect((await facetsOf(rep, `label.all=${pricing.id}`))["label"]).toEqual({
    ...{ [pricing.id]: 2, [security.id]: 1 },
  });
});

test("each facet says whether all matches were counted, and what is chosen is counted however rare it is", async () => {
  const owners = [];
  for (let n = 0; n < 51; n += 1) owners.push(await aMember(workspace, { teams: [team] }));
  for (const owner of owners.slice(0, 50)) for (const n of [1, 2]) await aListed(owner, `${n}`);
  const rare = owners[50] ?? rep;
  await aListed(rare, "rare");
  const ownerOf = async (text: string) =>
    (await countRecordings(rep, read(text))).find(({ name }) => name === "owner");
  expect((await ownerOf(""))?.values.map(({ value }) => value)).not.toContain(rare.memberId);
  const chosen = await ownerOf(`owner=${rare.memberId}`);
  expect(chosen?.values.at(-1)).toMatchObject({ value: rare.memberId, calls: 1 });
  expect(chosen?.isCut).toBe(false);
  await db.$executeRaw`
    INSERT INTO call (workspace_id, id, title, kind, visibility, owner_id, state, started_at)
    SELECT ${workspace.id}::uuid, gen_random_uuid(), 'many', 'upload', 'workspace', ${rep.memberId}::uuid, 'available', now()
    FROM generate_series(1, 950)`;
  await db.$executeRaw`
    INSERT INTO recording (workspace_id, id, call_id, state, method, is_primary)
    SELECT c.workspace_id, gen_random_uuid(), c.id, 'ready', 'upload', true FROM call c
    WHERE c.workspace_id = ${workspace.id}::uuid AND c.title = 'many'`;
  // One match is shown, and the owners beside it are counted in the newest thousand only.
  const cut = await ownerOf(`owner=${rare.memberId}`);
  expect(cut?.isCut).toBe(true);
  const counted = (cut?.values ?? []).reduce((sum, { calls }) => sum + calls, 0);
  expect(counted).toBeLessThanOrEqual(1_000);
  expect(
    (await countRecordings(rep, read(`owner=${rare.memberId}`))).find(({ name }) => name === "kind")
      ?.isCut,
  ).toBe(false);
});
