// First: the application reads its settings once.
import { hubspotServer, salesforceServer } from "#tests/support/crm-servers.ts";
import {
  NEXT_STEP,
  SERVERS,
  DEAL,
  CRMS,
  type Slug,
  aHouse,
  writesAt,
  run,
  accept,
  versioned,
  due,
  codeOf,
  resetServers,
} from "#tests/support/crm-writes.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { writeToCrm } from "#app/core/jobs/crm-write.job.ts";
import { acceptWrite, rejectWrite } from "#app/core/domain/crm/decide.server.ts";
import { RETRY_WRITE_SECONDS } from "#app/core/domain/crm/execute.server.ts";
import { forceRevert, keepWrite, revertWrite } from "#app/core/domain/crm/revert.server.ts";
import type { CrmValue } from "#app/core/domain/connection/connection-types.ts";
import { db } from "#app/core/platform/db.server.ts";
import { aCrmWrite, writeOf } from "#tests/support/crm-house.ts";
import { aMember } from "#tests/support/factories.ts";
import { queued, queueForFile } from "#tests/support/queue.ts";
import type { VendorReply } from "#tests/support/vendor-server.ts";
import { VENDORS } from "./registry.server.ts";

await queueForFile();
beforeEach(resetServers);

describe.each(CRMS)("a change of %s", (slug) => {
  const server = SERVERS[slug];
  const { field } = NEXT_STEP[slug];
  const stands = (): CrmValue | undefined => {
    const value = server.deal[field];
    return typeof value === "string" || value === null ? value : undefined;
  };

  test("that was accepted is read again, kept with what stood there, and written once", async () => {
    const house = await aHouse(slug);
    const id = await aCrmWrite(house, NEXT_STEP[slug]);
    await run(house, id); // nobody has decided
    expect(writesAt(slug)).toEqual([]);
    await accept(house, id);
    expect(await queued(writeToCrm)).toMatchObject([{ writeId: id, act: "write" }]);
    await run(house, id);
    await run(house, id);
    expect(stands()).toBe("Send both offers");
    expect(writesAt(slug)).toHaveLength(1);
    const write = await writeOf(house, id);
    expect(write).toMatchObject({
      ...{ state: "written", attempts: 1, fault: null, decidedById: house.rep.memberId },
      ...{ before: { value: "Send deck" }, after: { value: "Send both offers" } },
    });
    expect(write.steps).toEqual(["approved", "writing", "writing", "written"]);
    expect(write.log.map(({ byId }) => byId)).toEqual([house.rep.memberId, null, null, null]);
  });

  test("is one write however many workers have it", async () => {
    const house = await aHouse(slug);
    const id = await aCrmWrite(house, NEXT_STEP[slug]);
    await accept(house, id);
    await Promise.all([1, 2, 3, 4].map(() => run(house, id)));
    expect(writesAt(slug)).toHaveLength(1);
    expect((await writeOf(house, id)).steps.at(-1)).toBe("written");
  });

  test("whose answer was lost is found applied, and not written again", async () => {
    const house = await aHouse(slug);
    const id = await aCrmWrite(house, NEXT_STEP[slug]);
    await accept(house, id);
    server.loseAnswer();
    await run(house, id);
    expect(await writeOf(house, id)).toMatchObject({ state: "approved", fault: "unavailable" });
    expect(stands()).toBe("Send both offers");
    await run(house, id); // it is not due yet
    expect((await writeOf(house, id)).state).toBe("approved");
    await due(id);
    await run(house, id);
    expect(await writeOf(house, id)).toMatchObject({
      ...{ state: "written", before: { value: "Send deck" }, after: { value: "Send both offers" } },
    });
    expect(writesAt(slug)).toHaveLength(1);
  });

  test("waits as long as it is asked to, and is given up after six tries", async () => {
    const house = await aHouse(slug);
    const id = await aCrmWrite(house, NEXT_STEP[slug]);
    await accept(house, id);
    const limited: VendorReply = { status: 429, headers: { "retry-after": "90" }, body: {} };
    server.fail(limited);
    const before = Date.now();
    await run(house, id);
    const after = Date.now();
    const waits = await writeOf(house, id);
    expect(waits).toMatchObject({ state: "approved", fault: "rate_limited", attempts: 1 });
    expect(Number(waits.dueAt)).toBeGreaterThanOrEqual(before + 90_000);
    expect(Number(waits.dueAt)).toBeLessThanOrEqual(after + 90_000);
    for (const _ of RETRY_WRITE_SECONDS) {
      server.fail({ status: 503 });
      await due(id);
      await run(house, id);
    }
    expect(await writeOf(house, id)).toMatchObject({ state: "failed", attempts: 7 });
    expect(RETRY_WRITE_SECONDS.reduce((sum, one) => sum + one, 0)).toBe(4 * 3_600);
    expect(writesAt(slug)).toEqual([]);
    await accept(house, id); // resend
    await run(house, id);
    expect(stands()).toBe("Send both offers");
    expect((await writeOf(house, id)).state).toBe("written");
  });

  test("over what somebody else has changed meanwhile is a question: ours, theirs or another", async () => {
    const house = await aHouse(slug);
    const theirs = async () => {
      const id = await aCrmWrite(house, NEXT_STEP[slug]);
      server.deal[field] = "Call Elena";
      if (slug === "salesforce") server.deal["LastModifiedById"] = "005000000000007AAA";
      else server.deal["hs_updated_by_user_id"] = "78";
      await accept(house, id);
      await run(house, id);
      expect(await writeOf(house, id)).toMatchObject({
        ...{ state: "conflict", before: { value: "Send deck" } },
        theirs: { value: "Call Elena", by: "Aki Sato" },
      });
      expect(stands()).toBe("Call Elena");
      return id;
    };
    const [kept, ours, other] = [await theirs(), await theirs(), await theirs()];
    expect(writesAt(slug)).toEqual([]);
    await rejectWrite(house.rep, house.call.id, await versioned(house, kept));
    expect(await writeOf(house, kept)).toMatchObject({ state: "rejected" });
    expect(stands()).toBe("Call Elena");

    await accept(house, ours);
    await run(house, ours);
    expect(stands()).toBe("Send both offers");
    expect(await writeOf(house, ours)).toMatchObject({
      ...{ state: "written", before: { value: "Call Elena" } },
    });
    await revertWrite(VENDORS, house.rep, house.call.id, await versioned(house, ours));
    expect(stands()).toBe("Call Elena");

    await accept(house, other, "Send both, then call");
    await run(house, other);
    expect(stands()).toBe("Send both, then call");
    expect((await writeOf(house, other)).steps).toEqual([
      ...["approved", "writing", "conflict", "in_review", "approved"],
      ...["writing", "writing", "written"],
    ]);
  });

  test("knows our own last write, and what is there already needs no request", async () => {
    const house = await aHouse(slug);
    const first = await aCrmWrite(house, { ...NEXT_STEP[slug], proposed: "First" });
    const second = await aCrmWrite(house, { ...NEXT_STEP[slug], proposed: "Second" });
    const same = await aCrmWrite(house, { ...NEXT_STEP[slug], proposed: "Second" });
    for (const id of [first, second, same]) {
      await accept(house, id);
      await run(house, id);
    }
    expect(await writeOf(house, second)).toMatchObject({
      ...{ state: "written", before: { value: "First" }, after: { value: "Second" } },
    });
    expect((await writeOf(house, same)).state).toBe("written");
    expect(writesAt(slug)).toHaveLength(2);
  });

  test("goes back as long as nobody has touched it, and asks where somebody has", async () => {
    const house = await aHouse(slug);
    const written = async () => {
      server.deal[field] = "Send deck";
      const id = await aCrmWrite(house, NEXT_STEP[slug]);
      await accept(house, id);
      await run(house, id);
      return id;
    };
    const touched = await written();
    server.deal[field] = "Call Elena";
    expect(
      await revertWrite(VENDORS, house.rep, house.call.id, await versioned(house, touched)),
    ).toEqual({
      state: "revert_conflict",
    });
    expect(stands()).toBe("Call Elena");
    await keepWrite(house.rep, house.call.id, await versioned(house, touched));
    expect(await writeOf(house, touched)).toMatchObject({ state: "written" });
    await revertWrite(VENDORS, house.rep, house.call.id, await versioned(house, touched));
    await forceRevert(VENDORS, house.rep, house.call.id, {
      ...(await versioned(house, touched)),
      value: "Call Elena, then send the deck",
    });
    expect(stands()).toBe("Call Elena, then send the deck");
    expect(await writeOf(house, touched)).toMatchObject({ state: "reverted" });

    const again = await written();
    server.loseAnswer();
    expect(
      await codeOf(revertWrite(VENDORS, house.rep, house.call.id, await versioned(house, again))),
    ).toBe("provider_error");
    const count = writesAt(slug).length;
    await revertWrite(VENDORS, house.rep, house.call.id, await versioned(house, again));
    expect(stands()).toBe("Send deck");
    expect(writesAt(slug)).toHaveLength(count); // the lost one had arrived
    expect(
      await codeOf(revertWrite(VENDORS, house.rep, house.call.id, await versioned(house, again))),
    ).toBe("invalid_state");
  });

  test("of a call without its own activity makes one, finds it when the answer is lost, and takes it away again", async () => {
    const house = await aHouse(slug);
    const body = slug === "salesforce" ? "Description" : "hs_call_body";
    const wishes = { object: "call", field: body, fieldType: "longtext", rule: "one_per_call" };
    const id = await aCrmWrite(house, {
      ...{ object: "call", field: body, fieldType: "longtext", rule: "one_per_call" as const },
      ...{ record: null, before: null, proposed: "They asked for two offers" },
    });
    await accept(house, id);
    server.loseAnswer(); // of the POST
    await run(house, id);
    await due(id);
    await run(house, id);
    const made = slug === "salesforce" ? salesforceServer.tasks : hubspotServer.calls;
    expect(made).toHaveLength(1);
    const text = JSON.stringify(made[0]);
    expect(text).toContain("They asked for two offers");
    expect(text).toContain(`Parley: ${house.call.id}:call`);
    expect(text).toContain(`/playback/${house.call.id}`);
    expect(text).not.toContain("/media/");
    const posted = writesAt(slug).filter(({ method }) => method === "POST");
    expect(posted.filter(({ path }) => !path.endsWith("/batch/read"))).toHaveLength(1);
    const write = await writeOf(house, id);
    expect(write).toMatchObject({ state: "written", fault: "owner_unknown" });
    expect(write.record).not.toBeNull();

    const next = await aCrmWrite(house, {
      ...wishes,
      ...{ rule: "one_per_call", record: null, before: null, proposed: "And a third" },
    });
    await accept(house, next);
    await run(house, next);
    expect(made).toHaveLength(1);
    expect(JSON.stringify(made[0])).toContain("And a third");
    expect(JSON.stringify(made[0])).not.toContain("They asked");

    await revertWrite(VENDORS, house.rep, house.call.id, await versioned(house, next));
    expect(JSON.stringify(made[0])).toContain("They asked");
    await revertWrite(VENDORS, house.rep, house.call.id, await versioned(house, id));
    expect(made).toEqual([]);
    expect(await db.crmRef.count({ where: { workspaceId: house.workspaceId } })).toBe(0);
  });
});

describe("what a CRM refuses for good waits for somebody, with the cause", () => {
  const refused: [string, Slug, Parameters<typeof aCrmWrite>[1], VendorReply | null][] = [
    ["restricted_picklist", "salesforce", { field: "Competitor__c", fieldType: "picklist" }, null],
    ["restricted_picklist", "hubspot", { field: "competitor", fieldType: "picklist" }, null],
    ["too_long", "salesforce", { ...NEXT_STEP.salesforce, proposed: "x".repeat(300) }, null],
    ["unknown_field", "salesforce", { field: "Gone__c", fieldType: "text" }, null],
    ["unknown_field", "hubspot", { field: "gone", fieldType: "text" }, null],
    ["wrong_type", "salesforce", { field: "Amount", fieldType: "money", proposed: "many" }, null],
    ["wrong_type", "hubspot", { field: "amount", fieldType: "money", proposed: "many" }, null],
    [
      "validation_rule",
      "salesforce",
      NEXT_STEP.salesforce,
      {
        status: 400,
        body: [
          {
            errorCode: "FIELD_CUSTOM_VALIDATION_EXCEPTION",
            message: "Say why",
            fields: ["NextStep"],
          },
        ],
      },
    ],
    [
      "locked",
      "salesforce",
      NEXT_STEP.salesforce,
      { status: 400, body: [{ errorCode: "ENTITY_IS_LOCKED", message: "In an approval" }] },
    ],
    [
      "forbidden",
      "hubspot",
      NEXT_STEP.hubspot,
      { status: 403, body: { category: "MISSING_SCOPES", message: "No scope" } },
    ],
  ];
  test.each(refused)("%s of %s", async (fault, slug, wishes, reply) => {
    const house = await aHouse(slug);
    const field = wishes?.field ?? "";
    const before = SERVERS[slug].deal[field];
    const id = await aCrmWrite(house, {
      ...{ proposed: "Nobody's choice", ...wishes },
      before: typeof before === "string" || typeof before === "number" ? before : null,
      ...(field.startsWith("amount") && { before: 24_000 }),
    });
    await accept(house, id);
    if (reply !== null)
      SERVERS[slug].answerWith((asked) =>
        asked.method === "PATCH" ? reply : SERVERS[slug].answer(asked),
      );
    await run(house, id);
    SERVERS[slug].answerWith(SERVERS[slug].answer);
    const write = await writeOf(house, id);
    expect(write).toMatchObject({ state: "failed", fault, attempts: 1, sentAt: null });
    expect(write.log.at(-1)).toMatchObject({ state: "failed", fault });
    expect(SERVERS[slug].deal[field]).toBe(before);
    const notices = await db.notification.findMany({
      where: { memberId: house.rep.memberId, kind: "crm_failed" },
    });
    expect(notices.map(({ values }) => values)).toEqual([{ writeId: id }]);
    await rejectWrite(house.rep, house.call.id, await versioned(house, id));
    expect((await writeOf(house, id)).state).toBe("rejected");
  });

  test("a record that is gone, and a connection that nobody is signed in to", async () => {
    const gone = await aHouse("salesforce");
    const id = await aCrmWrite(gone, { record: "006000000000009AAA" });
    await accept(gone, id);
    await run(gone, id);
    expect(await writeOf(gone, id)).toMatchObject({ state: "failed", fault: "not_found" });

    const out = await aHouse("hubspot");
    await db.connection.updateMany({
      where: { id: out.connectionId },
      data: { accessTokenEnc: null, refreshTokenEnc: null },
    });
    const other = await aCrmWrite(out, NEXT_STEP.hubspot);
    await accept(out, other);
    await run(out, other);
    expect(await writeOf(out, other)).toMatchObject({ state: "failed", fault: "unauthorised" });
  });
});

test("a record that is locked for a moment is written all the same", async () => {
  const house = await aHouse("hubspot");
  const id = await aCrmWrite(house, NEXT_STEP.hubspot);
  await accept(house, id);
  let locks = 1;
  hubspotServer.answerWith((asked) =>
    asked.method === "PATCH" && locks-- > 0
      ? { status: 423, body: { status: "error", message: "locked" } }
      : hubspotServer.answer(asked),
  );
  await run(house, id);
  hubspotServer.answerWith(hubspotServer.answer);
  expect(await writeOf(house, id)).toMatchObject({ state: "written", attempts: 1, fault: null });

  const other = await aHouse("salesforce");
  const waits = await aCrmWrite(other);
  await accept(other, waits);
  const body = [{ errorCode: "UNABLE_TO_LOCK_ROW", message: "unable to obtain exclusive access" }];
  salesforceServer.answerWith((asked) =>
    asked.method === "PATCH" ? { status: 400, body } : salesforceServer.answer(asked),
  );
  await run(other, waits);
  salesforceServer.answerWith(salesforceServer.answer);
  expect(await writeOf(other, waits)).toMatchObject({ state: "approved", fault: "busy" });
  await due(waits);
  await run(other, waits);
  expect(await writeOf(other, waits)).toMatchObject({ state: "written", attempts: 2 });
});

test("a deal that goes to a stage of another pipeline comes back from there", async () => {
  const metadata = { probability: "0.5" };
  const stages = [{ id: "renewed", label: "Talks", displayOrder: 0, metadata }];
  hubspotServer.pipelines.push({ id: "renewals", label: "Renewals", stages });
  try {
    const house = await aHouse("hubspot");
    const wishes = { field: "dealstage", fieldType: "picklist", before: "legal" };
    const id = await aCrmWrite(house, { ...wishes, proposed: "renewed" });
    await accept(house, id);
    await run(house, id);
    expect(hubspotServer.deal).toMatchObject({ dealstage: "renewed", pipeline: "renewals" });
    await revertWrite(VENDORS, house.rep, house.call.id, await versioned(house, id));
    expect(hubspotServer.deal).toMatchObject({ dealstage: "legal", pipeline: "default" });
  } finally {
    hubspotServer.pipelines.pop();
  }
});

test("what a private call says is written by its owner's word alone", async () => {
  const house = await aHouse("salesforce");
  const id = await aCrmWrite(house);
  const { version } = await writeOf(house, id);
  await acceptWrite(house.manager, house.call.id, { writeId: id, version });
  await db.call.updateMany({ where: { id: house.call.id }, data: { visibility: "private" } });
  await run(house, id);
  expect(await writeOf(house, id)).toMatchObject({ state: "failed", fault: "private_call" });
  expect(salesforceServer.deal["NextStep"]).toBe("Send deck");
  for (const actor of [house.manager, house.admin])
    expect(await codeOf(acceptWrite(actor, house.call.id, await versioned(house, id)))).toBe(
      "not_found",
    );
  await accept(house, id);
  await run(house, id);
  expect(salesforceServer.deal["NextStep"]).toBe("Send both offers");
});

test("an activity is the CRM user's with the member's address, else the connection's user's, and says so", async () => {
  const house = await aHouse("salesforce");
  const wishes = {
    ...{ object: "task", field: "Subject", fieldType: "text", rule: "one_per_call" as const },
    ...{ record: null, before: null, proposed: "Send both offers" },
  };
  await db.member.updateMany({
    where: { id: house.rep.memberId },
    data: { email: "mari@kestrel.test" },
  });
  const id = await aCrmWrite(house, wishes);
  await accept(house, id);
  await run(house, id);
  expect(salesforceServer.tasks).toMatchObject([
    { Subject: "Send both offers", OwnerId: "005000000000002AAA", WhatId: DEAL.salesforce },
  ]);
  salesforceServer.tasks.length = 0;
  const other = await aHouse("salesforce");
  const stranger = await aMember(other.workspace, { teams: [other.team] });
  await db.call.updateMany({
    where: { id: other.call.id },
    data: { ownerId: stranger.memberId },
  });
  const unknown = await aCrmWrite(other, wishes);
  await acceptWrite(stranger, other.call.id, await versioned(other, unknown));
  await run(other, unknown);
  expect(salesforceServer.tasks[0]).not.toHaveProperty("OwnerId");
  expect(await writeOf(other, unknown)).toMatchObject({ state: "written", fault: "owner_unknown" });
});
