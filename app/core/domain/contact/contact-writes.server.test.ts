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
import { queueForFile } from "#tests/support/queue.ts";
import { editCall } from "../call/call-writes.server.ts";
import { writeCallIndex, writeStaleEntries } from "../search/index.server.ts";
import { changeContactForm, newContactForm } from "./contact.schema.ts";
import { listContactChoices } from "./contact-reads.server.ts";
import {
  changeContact,
  chooseContact,
  chooseNoContact,
  makeContact,
} from "./contact-writes.server.ts";

await queueForFile();
let workspace: Workspace;
let owner: SignedIn;
let mate: SignedIn;
beforeEach(async () => {
  workspace = await aWorkspace();
  const team = await aTeam(workspace);
  owner = await aMember(workspace, { teams: [team] });
  mate = await aMember(workspace, { teams: [team] });
});
async function aTalk(more: Parameters<typeof aCall>[1] = {}) {
  const call = await aCall(owner, more);
  const person = await aParticipant(call, { name: "Elena" });
  return { callId: call.id, participantId: person.id };
}
type Talk = Awaited<ReturnType<typeof aTalk>>;
const make = (talk: Talk, more: object = {}) =>
  makeContact(
    owner,
    talk.callId,
    newContactForm.parse({ participantId: talk.participantId, name: "Elena Duarte", ...more }),
  );
const personOf = ({ participantId: id }: Talk) =>
  db.participant.findFirstOrThrow({ where: { id } });
const choices = (actor: SignedIn, talk: Talk, q = "") => listContactChoices(actor, talk, q);
const codeOf = (done: Promise<unknown>): Promise<unknown> =>
  done.then(
    () => "done",
    (error: unknown) => (error instanceof Error && "code" in error ? error.code : error),
  );

test("somebody on a call is entered with their addresses; their company's deal is the call's, and other calls find them", async () => {
  const { id: companyId } = await aCompany(workspace, { name: "Acme" });
  const deal = await aDeal(owner, { companyId });
  const [talk, other] = [await aTalk(), await aTalk()];
  await db.participant.updateMany({
    where: { id: other.participantId },
    data: { email: "Elena@acme.test" },
  });
  for (const { callId } of [talk, other])
    await db.$transaction((tx) => writeCallIndex(tx, { workspaceId: workspace.id, callId }));
  await make(talk, {
    ...{ company: "acme", jobTitle: "Buyer", phones: "+49 421 555 0118\n0049 421 555 0119" },
    emails: "elena@acme.test, second@acme.test",
  });
  expect(await personOf(talk)).toMatchObject({ contactMatch: "hand", email: "elena@acme.test" });
  const { contact } = await choices(owner, talk);
  expect(contact).toMatchObject({
    ...{ name: "Elena Duarte", title: "Buyer", company: "Acme", isPrivate: false, version: 1 },
    emails: ["elena@acme.test", "second@acme.test"],
    phones: ["+494215550118", "+494215550119"],
  });
  const linked = () =>
    db.callDeal.findMany({ where: { dealId: deal.id, isPrimary: true }, select: { callId: true } });
  expect(await linked()).toEqual([{ callId: talk.callId }]);
  await writeStaleEntries();
  expect((await personOf(other)).contactId).toBe(contact?.id);
  expect(await linked()).toHaveLength(2);
});

test("what a private call brings is its owner's until the call is opened", async () => {
  const talk = await aTalk({ visibility: "private" });
  await make(talk, { company: "Quetzalite", emails: "elena@quetz.test" });
  const { id, privateToId } = await db.contact.findFirstOrThrow({
    where: { workspaceId: workspace.id },
  });
  expect(privateToId).toBe(owner.memberId);
  const mates = await aCall(mate);
  const theirs = {
    callId: mates.id,
    participantId: (await aParticipant(mates, { name: "Elena", email: "elena@quetz.test" })).id,
  };
  const ofMate = async () => JSON.stringify(await choices(mate, theirs, "elena"));
  expect(await ofMate()).not.toMatch(/Duarte|Quetzalite/);
  expect(await codeOf(chooseContact(mate, theirs.callId, { ...theirs, contactId: id }))).toBe(
    "not_found",
  );
  await db.$transaction((tx) =>
    writeCallIndex(tx, { workspaceId: workspace.id, callId: theirs.callId }),
  );
  expect((await personOf(theirs)).contactId).toBeNull();
  await editCall(owner, talk.callId, { version: 1, title: "Opened", visibility: "team" });
  expect(await ofMate()).toMatch(/Duarte.*Quetzalite/);
  await chooseContact(mate, theirs.callId, { ...theirs, contactId: id });
  expect((await personOf(theirs)).contactId).toBe(id);
});

test("a private contact that its owner chooses for a call that others see is known from then on", async () => {
  const secret = await aContact(workspace, {
    ...{ name: "Elena Duarte", privateToId: owner.memberId, emails: ["e@quetz.test"] },
  });
  const talk = await aTalk();
  await chooseContact(owner, talk.callId, { ...talk, contactId: secret.id });
  expect((await db.contact.findFirstOrThrow({ where: { id: secret.id } })).privateToId).toBeNull();
});

test("who is no contact is found by no rule, and is not reached by an address of the one before", async () => {
  const known = await aContact(workspace, { emails: ["elena@acme.test"] });
  const talk = await aTalk();
  await chooseContact(owner, talk.callId, { ...talk, contactId: known.id });
  expect(await personOf(talk)).toMatchObject({ contactId: known.id, email: "elena@acme.test" });
  await chooseNoContact(owner, talk.callId, talk.participantId);
  await db.$transaction((tx) =>
    writeCallIndex(tx, { workspaceId: workspace.id, callId: talk.callId }),
  );
  expect(await personOf(talk)).toMatchObject({ contactId: null, email: null });
});

test("a contact is corrected by who may change the call, one of a CRM and another one by nobody", async () => {
  const talk = await aTalk();
  await make(talk, { emails: "elena@acme.test" });
  const contact = (await choices(owner, talk)).contact ?? expect.fail("no contact");
  const change = (more: object = {}) =>
    changeContactForm.parse({
      ...{
        participantId: talk.participantId,
        contactId: contact.id,
        version: 1,
        name: "E. Duarte",
      },
      ...more,
    });
  expect(await codeOf(changeContact(mate, talk.callId, change()))).toBe("forbidden");
  await changeContact(owner, talk.callId, change({ emails: "new@acme.test" }));
  expect((await choices(owner, talk)).contact).toMatchObject({
    ...{ name: "E. Duarte", emails: ["new@acme.test"], version: 2 },
  });
  expect((await personOf(talk)).email).toBe("new@acme.test");
  expect(await codeOf(changeContact(owner, talk.callId, change()))).toBe("conflict");
  const other = await aContact(workspace);
  expect(await codeOf(changeContact(owner, talk.callId, change({ contactId: other.id })))).toBe(
    "not_found",
  );
  const crm = await aContact(workspace, { connectionId: workspace.id, external: "003A" });
  await chooseContact(owner, talk.callId, { ...talk, contactId: crm.id });
  expect(await codeOf(changeContact(owner, talk.callId, change({ contactId: crm.id })))).toBe(
    "invalid_state",
  );
});

test("an address that cannot be read is said where it stands", () => {
  const wrong = newContactForm.safeParse({
    ...{ participantId: workspace.id, name: "A", emails: "a@acme.test, no", phones: "0421 5" },
  });
  expect(wrong.error?.issues.map(({ path }) => path.join("."))).toEqual(["emails.1", "phones.0"]);
});
