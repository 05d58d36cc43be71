import { beforeEach, describe, expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import {
  aCall,
  aCompany,
  aDeal,
  aDealStage,
  aMember,
  aParticipant,
  aTeam,
  aWorkspace,
  type SignedIn,
  type Workspace,
} from "#tests/support/factories.ts";
import { queued, queueForFile } from "#tests/support/queue.ts";
import { indexCall } from "#app/core/jobs/call-index.job.ts";
import { writeCallIndex } from "../search/index.server.ts";
import { dealForm } from "./deal.schema.ts";
import {
  findDealOfCall,
  leaveDealToRules,
  linkDeal,
  listDealChoices,
  listDealsOfCall,
  makeDealOfCall,
  unlinkDeal,
} from "./link.server.ts";

await queueForFile();
let workspace: Workspace;
let owner: SignedIn;
let mate: SignedIn;
let stranger: SignedIn;
let companyId: string;
beforeEach(async () => {
  await db.$executeRaw`DELETE FROM jobs.job`;
  workspace = await aWorkspace();
  const team = await aTeam(workspace);
  owner = await aMember(workspace, { teams: [team] });
  mate = await aMember(workspace, { teams: [team] });
  stranger = await aMember(workspace);
  companyId = (await aCompany(workspace, { domains: ["acme.example"] })).id;
});

async function aTalk(more: Parameters<typeof aCall>[1] = {}) {
  const call = await aCall(owner, more);
  await aParticipant(call, { email: "maria@acme.example" });
  await index(call.id);
  return call;
}
const index = (callId: string) =>
  db.$transaction((tx) => writeCallIndex(tx, { workspaceId: workspace.id, callId }));
const linkedTo = async (callId: string) =>
  (
    await db.callDeal.findMany({
      where: { workspaceId: workspace.id, callId, isPrimary: true },
      select: { dealId: true, byId: true },
    })
  ).map(({ dealId, byId }) => [dealId, byId]);
const codeOf = (done: Promise<unknown>): Promise<unknown> =>
  done.then(
    () => "done",
    (error: unknown) => (error instanceof Error && "code" in error ? error.code : error),
  );

test("a hand's choice stands in place of the rule's, and the rule's stays to choose", async () => {
  const found = await aDeal(owner, { companyId });
  const meant = await aDeal(owner);
  const call = await aTalk();
  expect(await linkedTo(call.id)).toEqual([[found.id, null]]);
  await linkDeal(owner, call.id, meant.id);
  await index(call.id);
  expect(await linkedTo(call.id)).toEqual([[meant.id, owner.memberId]]);
  expect(await listDealsOfCall(owner, call.id)).toMatchObject([
    { id: meant.id, isPrimary: true, isByHand: true, confidence: 100 },
    { id: found.id, isPrimary: false, isByHand: false },
  ]);
  await linkDeal(owner, call.id, found.id);
  expect(await linkedTo(call.id)).toEqual([[found.id, owner.memberId]]);
  const entries = await db.auditEntry.findMany({
    where: { workspaceId: workspace.id, target: call.id, event: "call.linked" },
    select: { before: true, after: true },
    orderBy: { id: "asc" },
  });
  expect(entries).toEqual([
    { before: JSON.stringify({ dealId: found.id }), after: JSON.stringify({ dealId: meant.id }) },
    { before: JSON.stringify({ dealId: meant.id }), after: JSON.stringify({ dealId: found.id }) },
  ]);
  expect(await queued(indexCall)).not.toEqual([]);
});

test("a call that somebody says is about no deal gets none by a rule", async () => {
  const deal = await aDeal(owner, { companyId });
  const call = await aTalk();
  await unlinkDeal(owner, call.id);
  await index(call.id);
  expect(await linkedTo(call.id)).toEqual([]);
  expect(await listDealsOfCall(owner, call.id)).toMatchObject([{ id: deal.id, isPrimary: false }]);
});

test("linking asks for the call and for the deal, taking off for the call alone", async () => {
  const [own, theirs] = [await aDeal(owner, { companyId }), await aDeal(mate)];
  const hidden = await aDeal(stranger);
  const elsewhere = await aDeal(await aMember(await aWorkspace()));
  const call = await aTalk();
  expect(await codeOf(linkDeal(mate, call.id, theirs.id))).toBe("forbidden");
  expect(await codeOf(linkDeal(stranger, call.id, own.id))).toBe("not_found");
  expect(await codeOf(linkDeal(owner, call.id, theirs.id))).toBe("forbidden");
  expect(await codeOf(linkDeal(owner, call.id, hidden.id))).toBe("not_found");
  expect(await codeOf(linkDeal(owner, call.id, elsewhere.id))).toBe("not_found");
  expect(await codeOf(unlinkDeal(mate, call.id))).toBe("forbidden");
  expect(await linkedTo(call.id)).toEqual([[own.id, null]]);
  expect(await codeOf(unlinkDeal(owner, call.id))).toBe("done");
});

test("a call shows no deal to who may not see it", async () => {
  const hidden = await aDeal(stranger, { companyId });
  const call = await aTalk({ visibility: "workspace" });
  expect(await linkedTo(call.id)).toEqual([[hidden.id, null]]);
  expect(await listDealsOfCall(mate, call.id)).toEqual([]);
  expect(await listDealsOfCall(stranger, call.id)).toMatchObject([{ id: hidden.id }]);
});

test("two who choose at once leave one deal", async () => {
  const deals = [await aDeal(owner), await aDeal(owner), await aDeal(owner)];
  const call = await aTalk();
  await Promise.all(deals.map(({ id }) => linkDeal(owner, call.id, id)));
  expect(await linkedTo(call.id)).toHaveLength(1);
});

describe("what the dialog about a call's deal shows", () => {
  const choices = (actor: SignedIn, callId: string, q = "") => listDealChoices(actor, callId, q);

  test("candidates with their reasons, a search by name and by company, and what may be linked", async () => {
    const acme = await aDeal(owner, {
      companyId,
      name: "Fleet rollout",
      amount: "84000.50",
      currency: "EUR",
    });
    const theirs = await aDeal(mate, { name: "Fleet depot" });
    await aDeal(stranger, { name: "Fleet of a stranger" });
    const closed = await aDeal(owner, { name: "Old fleet", closedAt: new Date() });
    const call = await aTalk();
    const all = await choices(owner, call.id);
    expect(all).toMatchObject({
      isHidden: false,
      isChosen: false,
      isPrivate: false,
      maySetStages: false,
    });
    expect(all.linked).toMatchObject([
      {
        id: acme.id,
        isPrimary: true,
        amount: "84000.5",
        currency: "EUR",
        reasons: ["company", "owner", "only"],
      },
    ]);
    // Without words: open ones that the reader may link.
    expect(all.found.map(({ id }) => id)).toEqual([acme.id]);
    expect(all.stages).toHaveLength(4);
    const { found } = await choices(owner, call.id, " FLEET ");
    expect(new Map(found.map(({ id, mayLink, isClosed }) => [id, [mayLink, isClosed]]))).toEqual(
      new Map([
        [acme.id, [true, false]],
        [theirs.id, [false, false]],
        [closed.id, [true, true]],
      ]),
    );
    const { name: company } = await db.company.findFirstOrThrow({ where: { id: companyId } });
    expect((await choices(owner, call.id, company)).found).toMatchObject([
      { id: acme.id, company },
    ]);
    expect((await choices(owner, call.id, "nothing of it")).found).toEqual([]);
    expect(await codeOf(choices(mate, call.id))).toBe("forbidden");
    expect(await codeOf(choices(stranger, call.id))).toBe("not_found");
  });

  test("that it is linked to a deal the reader does not see, and nothing of that deal", async () => {
    const hidden = await aDeal(stranger, { companyId, name: "Of a stranger" });
    const call = await aTalk();
    const shown = await choices(owner, call.id);
    expect(shown).toMatchObject({ linked: [], isHidden: true });
    expect(JSON.stringify(shown)).not.toContain(hidden.id);
    expect(await findDealOfCall(owner, call.id)).toBeNull();
    expect(await findDealOfCall(stranger, call.id)).toMatchObject({ id: hidden.id });
  });

  test("no deal and no company by the name of a company that is somebody else's alone", async () => {
    const secret = await aCompany(workspace, { name: "Quetzalite", privateToId: mate.memberId });
    const deal = await aDeal(owner, { companyId: secret.id, name: "Pilot" });
    const call = await aTalk();
    expect((await choices(owner, call.id, "quetz")).found).toEqual([]);
    expect((await choices(owner, call.id, "pilot")).found).toMatchObject([
      { id: deal.id, company: null },
    ]);
  });
});

test("what somebody said of a call's deal can be left to the rules again", async () => {
  const found = await aDeal(owner, { companyId });
  const call = await aTalk();
  expect(await unlinkDeal(owner, call.id)).toEqual({ before: found.id, after: null });
  expect(await leaveDealToRules(owner, call.id)).toEqual({ before: null, after: found.id });
  expect(await linkedTo(call.id)).toEqual([[found.id, null]]);
  expect(await codeOf(leaveDealToRules(mate, call.id))).toBe("forbidden");
});

test("a deal that is entered for a call is linked to it, and is not there when the call is not one's own", async () => {
  const { id: stageId } = await aDealStage(workspace);
  const input = dealForm.parse({ name: "Entered", stageId });
  const call = await aTalk();
  const { after } = await makeDealOfCall(owner, call.id, input);
  expect(await linkedTo(call.id)).toEqual([[after, owner.memberId]]);
  expect(await codeOf(makeDealOfCall(mate, call.id, input))).toBe("forbidden");
  const elsewhere = dealForm.parse({ name: "Entered", stageId: workspace.id });
  expect(await codeOf(makeDealOfCall(owner, call.id, elsewhere))).toBe("validation_failed");
  expect(await db.deal.count({ where: { workspaceId: workspace.id } })).toBe(1);
});
