import { beforeEach, expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import {
  aCall,
  aCompany,
  aContact,
  aDeal,
  aMember,
  aParticipant,
  aTeam,
  aWorkspace,
  type SignedIn,
  type Workspace,
} from "#tests/support/factories.ts";
import { writeCallIndex } from "../search/index.server.ts";

let workspace: Workspace;
let owner: SignedIn;
let mate: SignedIn;
beforeEach(async () => {
  workspace = await aWorkspace();
  const team = await aTeam(workspace);
  owner = await aMember(workspace, { teams: [team] });
  mate = await aMember(workspace, { teams: [team] });
});

type Person = { email?: string; phone?: string; crmId?: string };
async function aTalk(people: Person[], more: Parameters<typeof aCall>[1] = {}) {
  const call = await aCall(owner, more);
  for (const [lane, person] of people.entries()) await aParticipant(call, { lane, ...person });
  await match(call);
  return call;
}
const match = ({ workspaceId, id: callId }: { workspaceId: string; id: string }) =>
  db.$transaction((tx) => writeCallIndex(tx, { workspaceId, callId }));
const found = async ({ id }: { id: string }) => {
  const { participants, callDeals, ...call } = await db.call.findFirstOrThrow({
    where: { workspaceId: workspace.id, id },
    select: {
      companyId: true,
      companyMatch: true,
      participants: { select: { contactId: true, contactMatch: true }, orderBy: { lane: "asc" } },
      callDeals: {
        select: { dealId: true, isPrimary: true, reasons: true, byId: true },
        orderBy: { confidence: "desc" },
      },
    },
  });
  return { ...call, people: participants, deals: callDeals };
};

test("a contact is found by CRM id, e-mail, phone and the last digits, each saying so, and brings its company", async () => {
  const acme = await aCompany(workspace);
  const contact = await aContact(workspace, {
    ...{ companyId: acme.id, connectionId: workspace.id, external: "003A" },
    ...{ emails: ["maria@acme.example"], phones: ["+81312345678"] },
  });
  for (const [rung, person] of [
    ["crm", { crmId: "003A" }],
    ["email", { email: "Maria@Acme.example" }],
    ["phone", { phone: "+81 3 1234 5678" }],
    ["last9", { phone: "03-1234-5678" }],
  ] as const)
    expect(await found(await aTalk([person]))).toMatchObject({
      ...{ companyId: acme.id, companyMatch: rung },
      people: [{ contactId: contact.id, contactMatch: rung }],
    });
});

test("what two share is not picked, and a domain names the company where no contact does", async () => {
  const [one, two] = [await aCompany(workspace), await aCompany(workspace)];
  for (const companyId of [one.id, two.id])
    await aContact(workspace, { companyId, phones: ["+81312345678"] });
  expect(await found(await aTalk([{ phone: "+81312345678" }]))).toMatchObject({
    ...{ companyId: null, companyMatch: null },
    people: [{ contactId: null, contactMatch: null }],
  });
  const acme = await aCompany(workspace, { domains: ["acme.example"] });
  expect(await found(await aTalk([{ email: "new@acme.example" }]))).toMatchObject({
    ...{ companyId: acme.id, companyMatch: "domain" },
    people: [{ contactId: null }],
  });
});

test("what somebody chose stays, and what a rule found goes with its reason", async () => {
  const [chosen, other] = [
    await aCompany(workspace),
    await aCompany(workspace, { domains: ["acme.example"] }),
  ];
  const people = [{ email: "maria@acme.example" }];
  const byHand = await aTalk(people, { companyId: chosen.id, companyMatch: "hand" });
  expect(await found(byHand)).toMatchObject({ companyId: chosen.id, companyMatch: "hand" });
  const none = await aTalk(people, { companyMatch: "hand" });
  expect(await found(none)).toMatchObject({ companyId: null, companyMatch: "hand" });
  const byRule = await aTalk(people);
  expect(await found(byRule)).toMatchObject({ companyId: other.id });
  await db.companyDomain.deleteMany({ where: { workspaceId: workspace.id } });
  await match(byRule);
  expect(await found(byRule)).toMatchObject({ companyId: null, companyMatch: null });
});

test("the deal of the call's time is linked once, with why; of two like ones none is", async () => {
  const { id: companyId } = await aCompany(workspace, { domains: ["acme.example"] });
  const people = [{ email: "maria@acme.example" }];
  const at = new Date("2026-05-01T10:00:00Z");
  const opened = (days: number) => ({
    companyId,
    openedAt: new Date(at.getTime() + days * 86_400_000),
  });
  await aDeal(owner, opened(15));
  await aDeal(owner, { ...opened(-60), closedAt: new Date(at.getTime() - 15 * 86_400_000) });
  await aDeal(owner, { ...opened(-60), deletedAt: new Date() });
  const deal = await aDeal(mate, opened(-60));
  const call = await aTalk(people, { startedAt: at });
  expect((await found(call)).deals).toEqual([
    { dealId: deal.id, isPrimary: true, reasons: ["company", "only"], byId: null },
  ]);
  await aDeal(mate, opened(-30));
  await match(call);
  expect((await found(call)).deals.map(({ isPrimary }) => isPrimary)).toEqual([false, false]);
});

test("once somebody chose, or chose none, no rule links another", async () => {
  const { id: companyId } = await aCompany(workspace, { domains: ["acme.example"] });
  const people = [{ email: "maria@acme.example" }];
  const deal = await aDeal(owner, { companyId });
  const none = await aTalk(people, { dealChosenAt: new Date(), dealChosenBy: owner.memberId });
  expect((await found(none)).deals).toMatchObject([{ dealId: deal.id, isPrimary: false }]);
  const far = await aDeal(owner);
  const call = await aCall(owner, { dealChosenAt: new Date(), dealChosenBy: owner.memberId });
  await aParticipant(call, people[0]);
  const { workspaceId, id: callId } = call;
  await db.callDeal.create({
    data: {
      ...{ workspaceId, callId, dealId: far.id, isPrimary: true },
      ...{ confidence: 100, reasons: ["hand"], byId: owner.memberId },
    },
  });
  await match(call);
  expect((await found(call)).deals).toMatchObject([
    { dealId: far.id, isPrimary: true, byId: owner.memberId },
    { dealId: deal.id, isPrimary: false, byId: null },
  ]);
});

test("private entries are found for their owner's private calls alone, and let go when the call is opened", async () => {
  const privateToId = owner.memberId;
  const { id: companyId } = await aCompany(workspace, { privateToId, domains: ["acme.example"] });
  await aContact(workspace, { ...{ privateToId, companyId }, emails: ["maria@acme.example"] });
  const people = [{ email: "maria@acme.example" }];
  const nothing = { companyId: null, people: [{ contactId: null }] };
  expect(await found(await aTalk(people))).toMatchObject(nothing);
  const call = await aTalk(people, { visibility: "private" });
  expect(await found(call)).toMatchObject({ companyId, companyMatch: "email" });
  await db.call.updateMany({
    where: { workspaceId: workspace.id, id: call.id },
    data: { visibility: "team" },
  });
  await match(call);
  expect(await found(call)).toMatchObject(nothing);
  const theirs = await aCall(mate, { visibility: "private" });
  await aParticipant(theirs, people[0]);
  await match(theirs);
  expect(await found(theirs)).toMatchObject(nothing);
});

test("another workspace's entries are never found", async () => {
  const elsewhere = await aWorkspace();
  const { id: companyId } = await aCompany(elsewhere, { domains: ["acme.example"] });
  await aContact(elsewhere, { companyId, emails: ["maria@acme.example"] });
  expect(await found(await aTalk([{ email: "maria@acme.example" }]))).toMatchObject({
    ...{ companyId: null, people: [{ contactId: null }], deals: [] },
  });
});
