import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { Member, Origin } from "#app/core/domain/access/actor.ts";
import {
  closePrivateAccess,
  endExpiredAccess,
  openPrivateAccess,
} from "#app/core/domain/rights/private-access.server.ts";
import { stopViewing, viewAs } from "#app/core/domain/rights/view-as.server.ts";
import { findMember, startSession } from "#app/core/domain/account/session.server.ts";
import { signOut } from "#app/core/domain/account/sign-in.server.ts";
import { listRecordings } from "#app/core/pages/recordings.server.ts";
import { noteOpened } from "#app/core/domain/call/who-watched.server.ts";
import { parseRecordingsQuery } from "#app/core/pages/recordings-query.ts";
import { marksOf } from "#app/core/domain/live/stream.server.ts";
import { stopClock } from "#app/core/platform/clock.ts";
import { playbackWith } from "#tests/support/playback.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import {
  aCall,
  aMember,
  aRecording,
  aTeam,
  aWorkspace,
  type SignedIn,
} from "../support/factories.ts";
import { aLiveCall } from "../support/live-rows.ts";
import { deliver } from "../support/emails.ts";
import { holdIntervals } from "../support/intervals.ts";
import { appForFile } from "./app-for-file.ts";
import { fingerprint, send } from "./replay.ts";

const ORIGIN: Origin = { ip: "192.0.2.7", agent: "test", requestId: null };
const REASON = "A customer asked for their data";
const app = await appForFile();
let admin: SignedIn;
let rep: SignedIn;
let hidden: string;
let open: string;

beforeEach(async () => {
  const workspace = await aWorkspace();
  const team = await aTeam(workspace);
  admin = await aMember(workspace, { role: "admin", name: "Ada" });
  rep = await aMember(workspace, { teams: [team], name: "Rui" });
  const [secret, shown] = [
    await aCall(rep, { visibility: "private" }),
    await aCall(rep, { visibility: "team" }),
  ];
  for (const call of [secret, shown]) await aRecording(call);
  [hidden, open] = [secret.id, shown.id];
});

const now = async (token: string): Promise<Member> =>
  (await findMember(token, ORIGIN)) ?? expect.fail("nobody is signed in");
const listed = async (actor: Member): Promise<string[]> => {
  const { query } = parseRecordingsQuery(new URLSearchParams());
  return (await listRecordings(actor, query)).rows.map(({ callId }) => callId).sort();
};
const entries = (workspaceId: string, ...events: string[]) =>
  db.auditEntry.findMany({
    where: { workspaceId, event: { in: events } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
const page = (token: string, callId: string) =>
  send(app, token, { route: "routes/work/playback", path: `/playback/${callId}` });

describe("viewing as a colleague", () => {
  test("shows what they see but nothing private, and is logged as the admin's deed", async () => {
    await viewAs(admin, rep.memberId);
    const impersonation = await now(admin.token);
    expect(impersonation).toMatchObject({
      memberId: rep.memberId,
      role: "rep",
      teamIds: rep.teamIds,
      impersonator: { memberId: admin.memberId, name: "Ada" },
    });
    expect(await listed(rep)).toEqual([hidden, open].sort());
    expect(await listed(impersonation)).toEqual([open]);
    expect([
      (await page(admin.token, open)).status,
      (await page(admin.token, hidden)).status,
    ]).toEqual([200, 404]);
    const members = await send(app, admin.token, {
      route: "routes/setting/member",
      path: "/setting/member",
    });
    expect(members.status).toBe(403);

    await stopViewing(await now(admin.token));
    expect(await now(admin.token)).toMatchObject({ memberId: admin.memberId, impersonator: null });
    const said = await entries(admin.workspaceId, "view.started", "call.opened", "view.ended");
    expect(
      said.map(({ event, log, actor, via, target }) => [event, log, actor, via, target]),
    ).toEqual([
      ["view.started", "user", admin.memberId, null, rep.memberId],
      ["call.opened", "user", admin.memberId, `view_as:${rep.memberId}`, open],
      ["view.ended", "user", admin.memberId, `view_as:${rep.memberId}`, rep.memberId],
    ]);
    expect(
      await db.callView.findMany({ where: { callId: open }, select: { memberId: true } }),
    ).toEqual([{ memberId: admin.memberId }]);
  });

  // That all other forms are refused, `commands-refused` shows.
  test("leaves even the language of a page to the browser alone", async () => {
    await viewAs(admin, rep.memberId);
    const before = await fingerprint(admin.workspaceId);
    const chosen = await send(app, admin.token, {
      route: "routes/resource/preferences",
      path: "/preferences",
      method: "POST",
      form: { lang: "ja", returnTo: "/" },
    });
    expect(chosen.status).toBe(302);
    expect(await fingerprint(admin.workspaceId)).toEqual(before);
  });

  test("does not show what they noted for themselves", async () => {
    const { callId, workspaceId } = await aLiveCall(rep, { visibility: "workspace" });
    const note = (isPrivate: boolean) =>
      db.note.create({
        data: {
          id: newId(),
          workspaceId,
          callId,
          authorId: rep.memberId,
          kind: "note",
          t0Ms: 0,
          body: isPrivate ? "for me" : "for all",
          isPrivate,
        },
      });
    for (const isPrivate of [true, false]) await note(isPrivate);
    const read = async (actor: Member) =>
      (await marksOf(actor, { workspaceId, callId })).map(({ body }) => body).sort();
    expect(await read(rep)).toEqual(["for all", "for me"]);
    await viewAs(admin, rep.memberId);
    expect(await read(await now(admin.token))).toEqual(["for all"]);
  });

  test("ends by the banner's button, and with the sign-in", async () => {
    await viewAs(admin, rep.memberId);
    const stop = { route: "routes/resource/view-as", path: "/view-as", method: "POST", form: {} };
    expect((await send(app, admin.token, stop)).status).toBe(302);
    expect((await now(admin.token)).impersonator).toBeNull();
    await viewAs(await now(admin.token), rep.memberId);
    await signOut(await now(admin.token));
    expect(await findMember(admin.token, ORIGIN)).toBeNull();
    expect(await findMember(rep.token, ORIGIN)).not.toBeNull();
  });

  test("ends streams that were opened with other eyes, at once", async () => {
    holdIntervals(); // no heartbeat comes, at which rights are looked up as well
    /** A stream that has begun. @returns whether it is over */
    const watch = async (): Promise<() => boolean> => {
      const answer = await app.ask(
        new Request("http://127.0.0.1:3000/stream/pipeline", {
          headers: { cookie: `__Host-sid=${admin.token}` },
        }),
      );
      const reader = answer.body?.getReader() ?? expect.fail("no stream");
      expect((await reader.read()).done).toBe(false);
      let isOver = false;
      void (async () => {
        while (!(await reader.read()).done);
        isOver = true;
      })();
      return () => isOver;
    };
    const isOwnOver = await watch();
    await viewAs(admin, rep.memberId);
    await expect.poll(isOwnOver).toBe(true);
    const isLentOver = await watch();
    await stopViewing(await now(admin.token));
    await expect.poll(isLentOver).toBe(true);
  });

  test("is the admin's alone, of colleagues who are there, and of this sign-in", async () => {
    const manager = await aMember(
      { id: admin.workspaceId },
      { role: "manager", scope: "workspace" },
    );
    const stranger = await aMember(await aWorkspace());
    const forbidden = { code: "forbidden" };
    await expect(viewAs(manager, rep.memberId)).rejects.toMatchObject(forbidden);
    await expect(viewAs(rep, admin.memberId)).rejects.toMatchObject(forbidden);
    for (const id of [stranger.memberId, randomUUID()])
      await expect(viewAs(admin, id)).rejects.toMatchObject({ code: "not_found" });
    await expect(viewAs(admin, admin.memberId)).rejects.toMatchObject({ code: "invalid_state" });

    const { id: identityId } = await db.identity.findFirstOrThrow({
      where: { memberId: admin.memberId },
    });
    const other = await db.$transaction((tx) => startSession(tx, { ...admin, identityId }, ORIGIN));
    await viewAs(admin, rep.memberId);
    expect((await now(other)).impersonator).toBeNull();
    // With a rep's eyes one has a rep's rights: nobody is viewed through somebody.
    await expect(viewAs(await now(admin.token), manager.memberId)).rejects.toMatchObject(forbidden);
    await db.member.updateMany({ where: { id: rep.memberId }, data: { state: "deactivated" } });
    expect(await now(admin.token)).toMatchObject({ memberId: admin.memberId, impersonator: null });
  });
});

describe("private access", () => {
  const ask = (actor: Member, reason = REASON) => openPrivateAccess(actor, { reason });

  test("shows an admin who gave a reason what is private, for an hour, in this sign-in", async () => {
    expect(await listed(admin)).toEqual([open]);
    expect((await page(admin.token, hidden)).status).toBe(404);
    await ask(admin);
    const { id: identityId } = await db.identity.findFirstOrThrow({
      where: { memberId: admin.memberId },
    });
    const other = await db.$transaction((tx) => startSession(tx, { ...admin, identityId }, ORIGIN));
    expect(await listed(await now(admin.token))).toEqual([hidden, open].sort());
    expect(await listed(await now(other))).toEqual([open]);
    expect((await page(admin.token, hidden)).status).toBe(200);
    await expect(ask(await now(admin.token))).rejects.toMatchObject({ code: "invalid_state" });

    const restart = stopClock(new Date(Date.now() + 61 * 60_000));
    try {
      expect(await listed(await now(admin.token))).toEqual([open]);
      expect((await page(admin.token, hidden)).status).toBe(404);
      expect(await endExpiredAccess()).toBe(1);
      expect(await endExpiredAccess()).toBe(0);
    } finally {
      restart();
    }
    const said = await entries(admin.workspaceId, "private.started", "private.ended");
    expect(said.map(({ event, log, actor, after }) => [event, log, actor, after])).toEqual([
      ["private.started", "system", admin.memberId, expect.stringContaining(REASON)],
      ["private.ended", "system", "sweep.minute", '{"why":"time"}'],
    ]);
  });

  test("tells the owner by mail and logs each call once, on whichever way it was read", async () => {
    await ask(admin);
    const actor = await now(admin.token);
    for (let n = 0; n < 3; n += 1) await noteOpened(actor, hidden);
    await Promise.all([
      noteOpened(actor, open),
      noteOpened(actor, hidden),
      noteOpened(actor, hidden),
    ]);
    const emails = await deliver(rep.email);
    expect(emails.map(({ template }) => template)).toEqual(["private_opened"]);
    expect(JSON.stringify(emails[0]?.facts)).not.toContain("Call ");
    const opened = await entries(admin.workspaceId, "call.opened");
    expect(opened.map(({ via, target }) => [via, target]).sort()).toEqual(
      [
        ["private_access", hidden],
        ["private_access", open],
      ].sort(),
    );
    expect(await db.notification.count({ where: { memberId: rep.memberId } })).toBe(1);
    const { watchers } = await playbackWith("info", rep, hidden);
    expect(watchers).toMatchObject([{ name: "Ada", times: 1, isPrivate: true }]);
  });

  test("ends when it is closed or the sign-in ends, and never opens a running call", async () => {
    const live = await aCall(rep, { visibility: "private", kind: "room", state: "live" });
    await ask(admin);
    const stream = await send(app, admin.token, {
      route: "routes/resource/call-stream",
      path: `/calls/${live.id}/stream`,
    });
    expect(stream.status).toBe(404);
    await closePrivateAccess(await now(admin.token));
    expect(await listed(await now(admin.token))).toEqual([open]);
    await ask(await now(admin.token));
    await signOut(await now(admin.token));
    expect(await endExpiredAccess()).toBe(1);
    const said = await entries(admin.workspaceId, "private.ended");
    expect(said.map(({ after }) => after)).toEqual(['{"why":"person"}', '{"why":"signed_out"}']);
  });

  test("wants 10 to 500 characters, is the admin's alone, and asked twice at once opens once", async () => {
    const form = (reason: string) =>
      send(app, admin.token, {
        route: "routes/setting/general",
        path: "/setting/general",
        method: "POST",
        form: { intent: "open_private", reason },
      });
    for (const reason of ["", "too short", "x".repeat(501), " ".repeat(40)]) {
      const answer = await form(reason);
      expect([reason.length, answer.status]).toEqual([reason.length, 422]);
    }
    for (const actor of [rep, await aMember({ id: admin.workspaceId }, { role: "manager" })])
      await expect(ask(actor)).rejects.toMatchObject({ code: "forbidden" });
    const tries = await Promise.allSettled([ask(admin), ask(admin), ask(admin)]);
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const stranger = await aMember(await aWorkspace());
    await aCall(stranger, { visibility: "private" });
    expect(await listed(await now(admin.token))).toEqual([hidden, open].sort());
  });
});

test("who opened a call is told to its owner and to reps who took part, to nobody else", async () => {
  const mate = await aMember({ id: rep.workspaceId }, { teams: rep.teamIds.map((id) => ({ id })) });
  for (const actor of [mate, admin, rep]) await noteOpened(actor, open);
  const seen = async (actor: Member) => (await playbackWith("info", actor, open)).watchers;
  expect((await seen(rep))?.map(({ name }) => name)).toEqual(["Ada", mate.name]);
  expect([await seen(mate), await seen(admin)]).toEqual([null, null]);
});
