// First: the application reads its settings once.
import "#tests/support/room-service.ts";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { guestIdentity, roomOf } from "#app/core/platform/livekit-names.ts";
import { paths } from "#app/paths.ts";
import { aMember, aTeam, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { aGuest, aLiveCall, type LiveRows } from "#tests/support/live-rows.ts";
import { appForFile } from "./app-for-file.ts";
import {
  type Ask,
  asGuest,
  asMember,
  dataOf,
  expectGuestClaims,
  liveRequests,
  LOBBY,
  tokenOf,
  viewOf,
} from "./live-requests.ts";

const app = await appForFile();
let host: SignedIn;
let call: LiveRows;
beforeEach(async () => {
  await db.$executeRaw`DELETE FROM rate_limit`;
  const workspace = await aWorkspace({ name: "Kestrel Freight" });
  host = await aMember(workspace, { teams: [await aTeam(workspace)], name: "Mari Kato" });
  call = await aLiveCall(host, { title: "A secret offer" });
});

const { ask, lobby, act, token, requestToJoin } = liveRequests(app, () => ({ host, call }));

describe("an invitation", () => {
  test("opens for anybody, with a form that works without script", async () => {
    const answer = await lobby(call.urlPath);
    const { text } = answer;
    expect(answer.status).toBe(200);
    const view = viewOf(answer);
    expect(view).toMatchObject({
      kind: "invitation",
      workspace: "Kestrel Freight",
      host: "Mari Kato",
      startsAt: null,
      allowsUnrecorded: true,
      guest: null,
      callId: null,
      openUrl: null,
    });
    expect(text).not.toContain(call.callId);
    expect(text).not.toContain("A secret offer");
    expect(view.consentText).toContain("Kestrel Freight");
    const inJapanese = await lobby(call.urlPath, { headers: { "accept-language": "ja" } });
    expect(viewOf(inJapanese).consentHash).not.toBe(view.consentHash);
  });

  test("unknown, another kind's or another workspace's guest: the same 404; over: 410 without a name", async () => {
    for (const path of [
      "x",
      randomBytes(16).toString("base64url"),
      "%00",
      "%2e%2e%2f",
      "A".repeat(3_000),
    ]) {
      const get = await ask(`/shared/${path}?_data=${encodeURIComponent(LOBBY)}`);
      expect([path.slice(0, 20), get.status]).toEqual([path.slice(0, 20), 404]);
    }
    await db.call.updateMany({ where: { id: call.callId }, data: { state: "ended" } });
    for (const answer of [
      await lobby(call.urlPath),
      await ask(paths.shared(call.urlPath), { form: { intent: "leave" } }),
    ]) {
      expect(answer.status).toBe(410);
      expect(answer.text).not.toMatch(/Kestrel|Mari|secret/);
    }
  });

  test("a program that draws a card gets the workspace's name, and people get the page", async () => {
    const agent = { "user-agent": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)" };
    const card = await lobby(call.urlPath, { headers: agent });
    expect(dataOf(card)).toEqual({ kind: "preview", workspace: "Kestrel Freight" });
    const reader = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/156.0.0.0" };
    expect(dataOf(await lobby(call.urlPath, { headers: reader }))["kind"]).toBe("invitation");
  });

  test("shows members who may see the call the way in, and others not that there is one", async () => {
    const own = await lobby(call.urlPath, { cookie: asMember(host) });
    expect(dataOf(own)["openUrl"]).toBe(paths.consoleCall(call.callId));
    const foreign = await aMember(await aWorkspace(), { role: "admin" });
    const far = await lobby(call.urlPath, { cookie: asMember(foreign) });
    expect(dataOf(far)["openUrl"]).toBeNull();
  });

  test("a form that is wrong comes back with what was typed and why", async () => {
    const { consentHash } = viewOf(await lobby(call.urlPath));
    const form = { intent: "knock", consent: "agreed", consentHash };
    for (const [name, error] of [
      ["", "required"],
      ["x".repeat(61), "too_long?n=60"],
    ] as const) {
      const answer = await lobby(call.urlPath, { form: { ...form, name } });
      expect(answer.status).toBe(422);
      expect(dataOf(answer)).toMatchObject({ error: { name: [error] } });
    }
    const stale = await lobby(call.urlPath, {
      form: { ...form, name: "Haruki", consentHash: "0".repeat(64) },
    });
    expect(stale.status).toBe(422);
    expect(dataOf(stale)).toMatchObject({
      initialValue: { name: "Haruki" },
      error: { consentHash: ["consent_changed"] },
    });
    expect(await db.guest.count({ where: { callId: call.callId } })).toBe(0);
  });

  test("only GET and POST are offered, and nothing is done by others", async () => {
    for (const method of ["PUT", "PATCH", "DELETE"])
      expect((await lobby(call.urlPath, { method, form: { intent: "leave" } })).status).toBe(405);
  });
});

describe("a guest", () => {
  test("reads how they stand, opens their stream, and nothing of members'", async () => {
    const { cookie, guestId } = await requestToJoin();
    const view = dataOf(await lobby(call.urlPath, { cookie }));
    expect(view).toMatchObject({
      guest: { guestId, name: "Haruki", state: "waiting", consent: "agreed" },
      callId: call.callId,
    });
    expect((await ask(paths.lobbyStream(call.callId), { cookie })).status).toBe(200);
    for (const path of [
      paths.callStream(call.callId),
      paths.metricsJson(call.callId),
      paths.transcript(call.callId, 1),
      paths.recordingsJson(),
      paths.pipelineStream(),
    ])
      expect([path, (await ask(path, { cookie })).status]).toEqual([path, 401]);
    const page = await ask(paths.consoleCall(call.callId), {
      cookie,
      headers: { accept: "text/html" },
    });
    expect(page.headers.get("location")).toMatch(/^\/signin/);
    for (const intent of ["admit", "end", "pause", "remove"])
      expect(
        (await ask(paths.consoleCall(call.callId), { cookie, form: { intent, guestId } })).status,
      ).toBe(401);
  });

  test("without a cookie, with a made-up one, and for another call there is no stream and no token", async () => {
    const { cookie } = await requestToJoin();
    const other = await aLiveCall(await aMember({ id: host.workspaceId }));
    const foreign = await aLiveCall(await aMember(await aWorkspace()));
    for (const value of ["", "__Host-guest=", "__Host-guest=x", `${cookie}x`, "__Host-guest=%"])
      for (const path of [paths.lobbyStream(call.callId)])
        expect([value, (await ask(path, { cookie: value })).status]).toEqual([value, 401]);
    expect((await token("__Host-guest=x")).status).toBe(401);
    const unknown = await ask(paths.lobbyStream(randomUUID()), { cookie });
    expect(unknown.status).toBe(404);
    for (const { callId } of [other, foreign]) {
      expect((await ask(paths.lobbyStream(callId), { cookie })).status).toBe(404);
      const refused = await token(cookie, { as: "guest" }, callId);
      expect([refused.status, refused.text]).toEqual([404, unknown.text]);
    }
    expect((await ask(paths.lobbyStream("x"), { cookie })).status).toBe(404);
  });

  test("gets a token only while they are let in: not at the door, not after a refusal, a removal or leaving", async () => {
    const waiting = await requestToJoin();
    expect((await token(waiting.cookie)).status).toBe(409);
    await act("refuse", { guestId: waiting.guestId });
    expect((await token(waiting.cookie)).status).toBe(403);
    const left = await requestToJoin("Ana");
    await act("admit", { guestId: left.guestId });
    await ask(paths.shared(call.urlPath), { cookie: left.cookie, form: { intent: "leave" } });
    expect((await token(left.cookie)).status).toBe(409);
    const removed = await requestToJoin("Bo");
    await act("admit", { guestId: removed.guestId });
    await act("remove", { guestId: removed.guestId });
    expect((await token(removed.cookie)).status).toBe(403);
    expect((await lobby(call.urlPath, { cookie: removed.cookie })).text).toContain('"removed"');
    await db.call.updateMany({ where: { id: call.callId }, data: { state: "ended" } });
    expect((await token(removed.cookie)).status).toBe(401);
  });

  test("acts for nobody but themselves, whatever they name", async () => {
    const [one, two] = [await requestToJoin("One"), await requestToJoin("Two")];
    await ask(paths.shared(call.urlPath), {
      cookie: one.cookie,
      form: { intent: "leave", guestId: two.guestId },
    });
    const states = await db.guest.findMany({
      where: { callId: call.callId },
      select: { name: true, state: true },
      orderBy: { name: "asc" },
    });
    expect(states).toEqual([
      { name: "One", state: "left" },
      { name: "Two", state: "waiting" },
    ]);
  });
});

describe("with a real media server", () => {
  test("a host who tries the own invitation is two people: the page says who asks", async () => {
    const { cookie, guestId } = await requestToJoin();
    await act("admit", { guestId });
    const both = `${asMember(host)}; ${cookie}`;
    const tab = "a-tab-of-hers";
    const ofMember = await token(both, { as: "member", tabId: tab });
    expect(dataOf(ofMember)["identity"]).toBe(`rep:${host.memberId}:${tab}`);
    const ofGuest = await token(both, {});
    expect(dataOf(ofGuest)["identity"]).toBe(guestIdentity(guestId));
  });
});

describe("the token of an admitted guest", () => {
  test("is for their room, ten minutes and two sources, and says neither name nor data", async () => {
    const { cookie, guestId } = await requestToJoin();
    await act("admit", { guestId });
    const given = tokenOf(await token(cookie));
    expect(given).toMatchObject({ identity: guestIdentity(guestId), room: roomOf(call.callId) });
    expectGuestClaims(given.token, roomOf(call.callId), "Haruki");
  });
});

describe("pieces of the safety copy", () => {
  const put = (
    as: SignedIn | null,
    more: Ask & { callId?: string; part?: string; seq?: string } = {},
  ) => {
    const body = more.body ?? new Uint8Array(randomBytes(500));
    const { callId = call.callId, part = randomUUID(), seq = "0" } = more;
    return ask(`/calls/${callId}/local/${part}/${seq}`, {
      method: "PUT",
      body,
      ...(as && { cookie: asMember(as) }),
      headers: {
        "content-type": "audio/webm;codecs=opus",
        "x-sha256": createHash("sha256").update(body).digest("hex"),
        "x-part-t0": String(Date.now()),
        ...more.headers,
      },
    });
  };

  test("are taken from who took part, once", async () => {
    const body = new Uint8Array(randomBytes(500));
    const part = randomUUID();
    expect((await put(host, { body, part })).status).toBe(200);
    expect((await put(host, { body, part })).status).toBe(200);
    expect((await put(host, { part })).status).toBe(409);
    expect(await db.localChunk.count({ where: { callId: call.callId } })).toBe(1);
  });

  test("from nobody else: signed out 401, colleagues and strangers 404, guests never", async () => {
    const foreign = await aMember(await aWorkspace(), { role: "admin" });
    const mate = await aMember({ id: host.workspaceId }, { role: "admin" });
    const { secret } = await aGuest(call, { state: "admitted" });
    expect((await put(null)).status).toBe(401);
    const guest = await put(null, { headers: { cookie: asGuest(secret) } });
    expect(guest.status).toBe(401);
    const unknown = await put(host, { callId: randomUUID() });
    for (const as of [foreign, mate]) {
      const answer = await put(as);
      expect([answer.status, answer.text]).toEqual([404, unknown.text]);
    }
    expect(await db.localChunk.count({ where: { callId: call.callId } })).toBe(0);
  });

  test.each([
    ["no sum", { "x-sha256": "" }, 400],
    ["a wrong sum", { "x-sha256": "0".repeat(64) }, 422],
    ["no time", { "x-part-t0": "" }, 400],
    ["a time of no clock", { "x-part-t0": "1e99" }, 400],
    ["another type", { "content-type": "text/html" }, 415],
  ])("%s is refused", async (_what, headers, status) => {
    expect((await put(host, { headers })).status).toBe(status);
  });

  test("a number that is none, or a body beyond the size, is refused", async () => {
    for (const seq of ["x", "-1", "1.5", "9999999", "1e3", "%00"])
      expect([seq, (await put(host, { seq })).status]).toEqual([seq, 404]);
    expect((await put(host, { part: "x" })).status).toBe(404);
    expect((await put(host, { body: new Uint8Array(300 * 1024) })).status).toBe(413);
    expect(
      (await put(host, { body: new Uint8Array(), headers: { "x-sha256": "0".repeat(64) } })).status,
    ).toBe(422);
  });
});
