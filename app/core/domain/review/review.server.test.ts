import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { aCall, aMember, aTeam, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { giveAccess } from "../call/access.server.ts";
import { LIMITS } from "../limits.ts";
import {
  assignReviewer,
  completeReviews,
  finishReview,
  reopenReview,
  restoreReviewer,
  takeReviewer,
} from "./review.server.ts";
import { listReviewers, reviewersOf } from "./reviewers.server.ts";

type Who = "owner" | "mate" | "manager" | "other";
let people: Record<Who, SignedIn>;
let workspaceId: string;
const SOON = "2100-01-31";

beforeEach(async () => {
  const workspace = await aWorkspace();
  workspaceId = workspace.id;
  const [team, away] = [await aTeam(workspace), await aTeam(workspace)];
  people = {
    owner: await aMember(workspace, { teams: [team], name: "Mari" }),
    mate: await aMember(workspace, { teams: [team], name: "Mate" }),
    manager: await aMember(workspace, { role: "manager", teams: [team], name: "Manager" }),
    other: await aMember(workspace, { teams: [away], name: "Aki" }),
  };
});

const wish = (
  { memberId }: SignedIn,
  more: { dueOn?: string | null; givesAccess?: boolean } = {},
) => ({ memberId, dueOn: null, givesAccess: false, ...more });
const notices = () =>
  db.notification.findMany({
    where: { workspaceId, kind: "reviewer_assigned" },
    orderBy: { createdAt: "asc" },
    select: { kind: true, memberId: true, values: true, readAt: true },
  });
const events = async () =>
  (
    await db.auditEntry.findMany({
      where: {
        workspaceId,
        OR: [{ event: { startsWith: "review" } }, { event: { startsWith: "call.access" } }],
      },
      orderBy: { id: "asc" },
    })
  ).map(({ event }) => event);
const grants = () => db.callGrant.count({ where: { workspaceId, source: "reviewer" } });

test("who sees the call is asked, told once, and needs no grant", async () => {
  const { owner, mate, manager } = people;
  const call = await aCall(owner);
  const { assignmentId } = await assignReviewer(manager, call.id, wish(mate, { dueOn: SOON }));
  expect(await assignReviewer(manager, call.id, wish(mate, { dueOn: SOON }))).toEqual({
    assignmentId,
  });
  expect(await reviewersOf(mate, call.id)).toMatchObject([
    { id: assignmentId, by: "Manager", dueOn: SOON, doneAt: null, hasAccess: false, isMine: true },
  ]);
  expect(await notices()).toMatchObject([
    { kind: "reviewer_assigned", memberId: mate.memberId, values: { assignmentId, dueOn: SOON } },
  ]);
  expect([await events(), await grants()]).toEqual([["review.assigned"], 0]);
  // Another day is a change and no news.
  await assignReviewer(manager, call.id, wish(mate));
  expect([await events(), (await notices()).length]).toEqual([
    ["review.assigned", "review.assigned"],
    1,
  ]);
});

test("access is given with it only by who may give it and says so, and ends with it", async () => {
  const { owner, mate, other } = people;
  const call = await aCall(owner);
  await giveAccess(owner, call.id, { memberId: mate.memberId, level: "edit" });
  const ask = (actor: SignedIn, givesAccess: boolean) =>
    assignReviewer(actor, call.id, wish(other, { givesAccess }));
  // Who changes the call may ask, and gives nobody access.
  await expect(ask(mate, true)).rejects.toMatchObject({
    code: "validation_failed",
    fields: { memberId: ["cannot_open?name=Aki&owner=Mari"] },
  });
  await expect(ask(owner, false)).rejects.toMatchObject({
    fields: { memberId: ["gives_access?name=Aki"] },
  });
  expect([await grants(), (await notices()).length]).toEqual([0, 0]);
  const { assignmentId } = await ask(owner, true);
  expect(await db.callGrant.findMany({ where: { sourceId: assignmentId } })).toMatchObject([
    { memberId: other.memberId, level: "view", source: "reviewer" },
  ]);
  await takeReviewer(mate, call.id, assignmentId);
  expect(await grants()).toBe(0);
  expect((await notices()).every(({ readAt }) => readAt !== null)).toBe(true);
  // The undo gives access again, so it is for who may give it.
  await expect(restoreReviewer(mate, call.id, assignmentId)).rejects.toMatchObject({
    code: "validation_failed",
  });
  await restoreReviewer(owner, call.id, assignmentId);
  expect(await grants()).toBe(1);
  expect(await reviewersOf(owner, call.id)).toMatchObject([{ id: assignmentId, hasAccess: true }]);
  await restoreReviewer(owner, call.id, assignmentId);
  expect((await reviewersOf(owner, call.id)).length).toBe(1);
  await expect(takeReviewer(owner, call.id, randomUUID())).rejects.toMatchObject({
    fields: { assignmentId: ["reviewer_gone"] },
  });
  await expect(restoreReviewer(owner, call.id, randomUUID())).rejects.toMatchObject({
    code: "not_found",
  });
});

test("a done review that was taken off comes back done", async () => {
  const { owner, mate } = people;
  const call = await aCall(owner);
  const { assignmentId } = await assignReviewer(owner, call.id, wish(mate, { dueOn: SOON }));
  await finishReview(mate, call.id);
  const before = await reviewersOf(owner, call.id);
  await takeReviewer(owner, call.id, assignmentId);
  expect(await reviewersOf(owner, call.id)).toEqual([]);
  await restoreReviewer(owner, call.id, assignmentId);
  expect(await reviewersOf(owner, call.id)).toEqual(before);
});

test("it is done by the reviewer's word or comment, and by nobody else's", async () => {
  const { owner, mate, manager, other } = people;
  const call = await aCall(owner);
  await assignReviewer(owner, call.id, wish(mate));
  await assignReviewer(owner, call.id, wish(manager));
  await expect(finishReview(owner, call.id)).rejects.toMatchObject({ code: "not_found" });
  await expect(finishReview(other, call.id)).rejects.toMatchObject({ code: "not_found" });
  await finishReview(mate, call.id);
  await finishReview(mate, call.id);
  const complete = (actor: SignedIn) =>
    db.$transaction((tx) => completeReviews(tx, actor, call.id));
  expect([await complete(owner), await complete(manager), await complete(manager)]).toEqual([
    false,
    true,
    false,
  ]);
  expect((await reviewersOf(owner, call.id)).every(({ doneAt }) => doneAt !== null)).toBe(true);
  expect((await notices()).every(({ readAt }) => readAt !== null)).toBe(true);
  expect((await events()).filter((event) => event === "review.done")).toHaveLength(2);
  await reopenReview(mate, call.id);
  expect((await reviewersOf(owner, call.id)).filter(({ doneAt }) => doneAt === null)).toHaveLength(
    1,
  );
  // Asked again it waits again, and they are told.
  await assignReviewer(owner, call.id, wish(manager));
  expect((await reviewersOf(owner, call.id)).filter(({ doneAt }) => doneAt === null)).toHaveLength(
    2,
  );
  expect((await notices()).filter(({ readAt }) => readAt === null)).toHaveLength(1);
});

test("nobody is asked who owns the call, left, never joined or is a stranger, nor for yesterday", async () => {
  const { owner, mate } = people;
  const call = await aCall(owner);
  const workspace = { id: workspaceId };
  const [gone, invited] = [await aMember(workspace), await aMember(workspace)];
  const state = (who: SignedIn, to: "deactivated" | "invited") =>
    db.member.updateMany({ where: { id: who.memberId }, data: { state: to } });
  await state(gone, "deactivated");
  await state(invited, "invited");
  const cases: [SignedIn, string][] = [
    [owner, "owns_call"],
    [gone, "person_left"],
    [invited, "person_not_joined"],
    [await aMember(await aWorkspace()), "invalid_choice"],
  ];
  for (const [who, code] of cases)
    await expect(
      assignReviewer(owner, call.id, wish(who, { givesAccess: true })),
    ).rejects.toMatchObject({
      code: "validation_failed",
      fields: { memberId: [code] },
    });
  await expect(
    assignReviewer(owner, call.id, wish(mate, { dueOn: "2001-01-01" })),
  ).rejects.toMatchObject({
    fields: { dueOn: ["due_past"] },
  });
  expect(await db.reviewAssignment.count({ where: { workspaceId } })).toBe(0);
});

test("who may not change the call assigns nobody, and another workspace's calls do not exist", async () => {
  const { owner, mate, manager, other } = people;
  const call = await aCall(owner);
  await expect(assignReviewer(mate, call.id, wish(manager))).rejects.toMatchObject({
    code: "forbidden",
  });
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  for (const actor of [other, stranger])
    await expect(assignReviewer(actor, call.id, wish(mate))).rejects.toMatchObject({
      code: "not_found",
    });
  const hidden = await aCall(owner, { visibility: "private" });
  await expect(assignReviewer(manager, hidden.id, wish(mate))).rejects.toMatchObject({
    code: "not_found",
  });
});

test("two who assign the same person at once make one assignment, and a call has a limit", async () => {
  const { owner, mate, manager } = people;
  const call = await aCall(owner);
  await Promise.all(
    [owner, manager, owner].map((actor) => assignReviewer(actor, call.id, wish(mate))),
  );
  expect(await db.reviewAssignment.count({ where: { callId: call.id } })).toBe(1);
  for (let count = 1; count < LIMITS.reviewersOnCall; count += 1) {
    const { memberId } = await aMember({ id: workspaceId });
    await db.reviewAssignment.create({
      data: { id: newId(), workspaceId, callId: call.id, memberId, byId: owner.memberId },
    });
  }
  await expect(assignReviewer(owner, call.id, wish(manager))).rejects.toMatchObject({
    code: "limit_reached",
    fields: { memberId: ["limit_reached?n=20&max=20"] },
  });
});

test("who can be asked: colleagues who were not asked yet, and whether they see the call", async () => {
  const { owner, mate, other } = people;
  const call = await aCall(owner);
  await assignReviewer(owner, call.id, wish(mate));
  const { choices, mayGiveAccess } = await listReviewers(owner, call.id);
  expect([choices.map(({ name, sees }) => [name, sees]), mayGiveAccess]).toEqual([
    [
      ["Aki", false],
      ["Manager", true],
    ],
    true,
  ]);
  await expect(listReviewers(mate, call.id)).rejects.toMatchObject({ code: "forbidden" });
  await expect(listReviewers(other, call.id)).rejects.toMatchObject({ code: "not_found" });
});
