import { beforeEach, describe, expect, test } from "vitest";
import { restoreCall, trashCall } from "#app/core/domain/call/call-writes.server.ts";
import {
  changeLinkPassword,
  extendLink,
  removeLinkAddress,
} from "#app/core/domain/share/link-changes.server.ts";
import { listLinks } from "#app/core/domain/share/link-list.server.ts";
import { revokeLink, revokeLinksOfCall } from "#app/core/domain/share/link-writes.server.ts";
import { findSharedLink } from "#app/core/domain/share/shared-link.server.ts";
import { grantVisit } from "#app/core/domain/share/visit.server.ts";
import { findVisitorFile, mayGoOn } from "#app/core/domain/share/visit-access.server.ts";
import { correctWords } from "#app/core/domain/transcript/transcript-writes.server.ts";
import { hashOf } from "#app/core/platform/crypto.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { paths } from "#app/paths.ts";
import { aMember, aWorkspace } from "#tests/support/factories.ts";
import { publishCutOf, aReadyLink } from "#tests/support/shares.ts";
import { appForFile } from "./app-for-file.ts";
import { browsersOf, aScene, type Scene, PART, allow, statuses, all } from "./link-visitors.ts";
import { clearAttempts } from "./replay.ts";

const app = await appForFile({ draws: true });
beforeEach(() => clearAttempts());
const aBrowser = browsersOf(app);
const NOWHERE = { ip: null, agent: null, requestId: null };

describe("a link that asks for nothing", () => {
  test("shows its part and nothing else, and names nobody by an id", async () => {
    const { owner, call, elena, workspace } = await aScene();
    const link = await aReadyLink(owner, call, { ...PART, message: "Please listen" });
    const browser = aBrowser();
    const { status, view, text } = await browser.data(link.urlPath);
    expect(status).toBe(200);
    expect(view).toMatchObject({
      ...{ kind: "share", step: "shown", workspace: "Kestrel Freight", title: "A secret offer" },
      ...{ from: "Mari Kato", message: "Please listen", range: { t0Ms: 20_000, t1Ms: 40_000 } },
      ...{ durationMs: 20_000, downloadUrl: null, summary: null, openUrl: null },
      words: { total: 2 },
    });
    expect(text).toContain("two");
    expect(text).not.toMatch(/zero|four|five|\bone\b/);
    // Whom to ask for removal is an address, which the factories make of an id.
    const shown = text.replaceAll(owner.email, "");
    for (const id of [call.id, owner.memberId, elena.id, workspace.id, link.linkId])
      expect(shown).not.toContain(id);
    const page = await browser.ask(paths.shared(link.urlPath), {
      headers: { accept: "text/html" },
    });
    expect(page.status).toBe(200);
    expect(page.text).toContain("noindex");
    const html = page.text.replaceAll(owner.email, "");
    for (const id of [call.id, owner.memberId, elena.id]) expect(html).not.toContain(id);
    expect(page.text).not.toMatch(/>zero|>four/);
    expect(await statuses(browser, link)).toEqual([200, 200, 200, 200, 200, 200]);
    const captions = await browser.ask(paths.cutCaptions(link.cutId));
    expect(captions.text).toMatch(/^WEBVTT[\s\S]*two[\s\S]*three/i);
    expect(captions.text).not.toMatch(/zero|four/i);
  });

  test("gives ranges of its sound, never kept by anybody, and no download unless it says so", async () => {
    const { owner, call } = await aScene();
    const link = await aReadyLink(owner, call);
    const browser = aBrowser();
    await browser.data(link.urlPath);
    const part = await browser.ask(paths.cutFile(link.mixId), {
      headers: { range: "bytes=10-19" },
    });
    expect([part.status, part.text]).toEqual([206, link.bytes.subarray(10, 20).toString()]);
    expect(part.headers.get("cache-control")).toBe("no-store");
    expect((await browser.ask(`${paths.cutFile(link.mixId)}?download=1`)).status).toBe(403);
    const open = await aReadyLink(owner, call, { download: "true" });
    await browser.data(open.urlPath);
    const kept = await browser.ask(`${paths.cutFile(open.mixId)}?download=1`);
    expect(kept.headers.get("content-disposition")).toContain("A secret offer.m4a");
    await allow(owner.workspaceId, { mayDownload: false });
    expect((await browser.ask(`${paths.cutFile(open.mixId)}?download=1`)).status).toBe(403);
  });

  test("without names, without words: neither is anywhere", async () => {
    const { owner, call } = await aScene();
    const nameless = await aReadyLink(owner, call, { names: "false" });
    const browser = aBrowser();
    const shown = await browser.data(nameless.urlPath);
    const index = await browser.ask(`${paths.cutWords(nameless.cutId)}/index`);
    const captions = await browser.ask(paths.cutCaptions(nameless.cutId));
    for (const text of [shown.text, index.text, captions.text]) expect(text).not.toContain("Elena");
    const silent = await aReadyLink(owner, call, { transcript: "false" });
    expect((await browser.data(silent.urlPath)).text).not.toMatch(/zero|three/);
    expect(await statuses(browser, silent)).toEqual([200, 200, 404, 404, 404, 200]);
  });

  test("a view counts once for a browser, tells its maker the first time, and keeps what was heard", async () => {
    const { owner, call } = await aScene();
    const link = await aReadyLink(owner, call);
    const [first, second] = [aBrowser(), aBrowser()];
    await first.data(link.urlPath);
    const views = async () =>
      (await db.sharedLink.findFirstOrThrow({ where: { id: link.linkId } })).views;
    expect(await views()).toBe(0);
    await first.ask(paths.cutFile(link.peaksId));
    await first.ask(paths.cutPulse(link.cutId), { json: { ranges: [] } });
    expect(await views()).toBe(0);
    for (let n = 0; n < 3; n += 1) await first.ask(paths.cutFile(link.mixId));
    expect(await views()).toBe(1);
    await second.data(link.urlPath);
    const beat = { ranges: [{ t0Ms: 3_000, t1Ms: 6_000 }] };
    expect((await second.ask(paths.cutPulse(link.cutId), { json: beat })).status).toBe(200);
    expect(await views()).toBe(2);
    const visits = await db.shareVisit.findMany({ where: { linkId: link.linkId } });
    expect(visits.map(({ heard }) => heard && [...heard])).toContainEqual([
      0b111000, 0, 0, 0, 0, 0, 0, 0,
    ]);
    const notices = await db.notification.findMany({ where: { memberId: owner.memberId } });
    expect(notices.map(({ kind }) => kind)).toEqual(["share_viewed"]);
    const entries = await db.auditEntry.findMany({
      where: { target: call.id, event: "share.viewed" },
    });
    expect(entries.map(({ actorKind }) => actorKind)).toEqual(["visitor", "visitor"]);
  });

  test("a view is what is pressed, never a request for the page; a download is in the log", async () => {
    const { owner, call } = await aScene();
    const link = await aReadyLink(owner, call, { password: "quiet harbour", download: "true" });
    const browser = aBrowser();
    await browser.send(link.urlPath, { intent: "password", password: "quiet harbour" });
    for (let n = 0; n < 3; n += 1) await browser.data(link.urlPath);
    const log = async () => {
      const [shown] = (await listLinks(owner, call.id)).links;
      return [
        shown?.views,
        shown?.visits.map(({ isView, downloadedAt }) => [isView, downloadedAt]),
      ];
    };
    // A person met the condition: that is in the log, and no view.
    expect(await log()).toEqual([0, [[false, null]]]);
    const beat = { ranges: [], isOpened: true };
    for (let n = 0; n < 2; n += 1)
      expect((await browser.ask(paths.cutPulse(link.cutId), { json: beat })).status).toBe(200);
    expect(await log()).toEqual([1, [[true, null]]]);
    await browser.ask(`${paths.cutFile(link.mixId)}?download=1`);
    expect(await log()).toEqual([1, [[true, expect.any(String)]]]);
  });

  test("more than can have been played since the visit began is not written down", async () => {
    const { owner, call } = await aScene();
    const link = await aReadyLink(owner, call);
    const browser = aBrowser();
    await browser.data(link.urlPath);
    const secondsAfter = async (t0Ms: number, t1Ms: number) => {
      const beat = { ranges: [{ t0Ms, t1Ms }], isOpened: true };
      expect((await browser.ask(paths.cutPulse(link.cutId), { json: beat })).status).toBe(200);
      const [shown] = (await listLinks(owner, call.id)).links;
      return [shown?.views, shown?.visits.map(({ seconds }) => seconds)];
    };
    expect(await secondsAfter(0, 60_000)).toEqual([1, [0]]);
    expect(await secondsAfter(0, 20_000)).toEqual([1, [20]]);
    expect(await secondsAfter(20_000, 60_000)).toEqual([1, [20]]);
    // Three times as fast is what a player does: what is past now was played in a third of the time.
    await db.shareVisit.updateMany({
      where: { linkId: link.linkId },
      data: { grantedAt: new Date(Date.now() - 15_000) },
    });
    expect(await secondsAfter(20_000, 60_000)).toEqual([1, [60]]);
  });

  test("its maker is no viewer: the first notice is kept for somebody else", async () => {
    const { owner, call } = await aScene();
    const link = await aReadyLink(owner, call);
    const [maker, visitor] = [aBrowser(), aBrowser()];
    maker.jar.set("__Host-sid", owner.token);
    const beat = { ranges: [{ t0Ms: 3_000, t1Ms: 6_000 }], isOpened: true };
    for (const each of [maker, visitor]) {
      await each.data(link.urlPath);
      await each.ask(paths.cutPulse(link.cutId), { json: beat });
      await each.ask(paths.cutFile(link.mixId));
    }
    const { views } = await db.sharedLink.findFirstOrThrow({ where: { id: link.linkId } });
    expect(views).toBe(1);
    const notices = await db.notification.findMany({ where: { memberId: owner.memberId } });
    expect(notices.map(({ kind }) => kind)).toEqual(["share_viewed"]);
  });

  test("programs that draw a card see the workspace's name, and count for nothing", async () => {
    const { owner, call } = await aScene();
    const link = await aReadyLink(owner, call, { maxViews: "1" });
    const agent = { "user-agent": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)" };
    const card = aBrowser();
    const { view, text } = await card.data(link.urlPath, "", agent);
    expect(view).toEqual({ kind: "preview", workspace: "Kestrel Freight" });
    expect(text).not.toMatch(/secret|Mari/);
    expect(card.jar.size).toBe(0);
    expect(await db.shareVisit.count({ where: { linkId: link.linkId } })).toBe(0);
  });

  test("shows members who may see the call the way in, and others not that there is one", async () => {
    const { owner, call } = await aScene();
    const link = await aReadyLink(owner, call);
    const browser = aBrowser();
    browser.jar.set("__Host-sid", owner.token);
    expect((await browser.data(link.urlPath)).view["openUrl"]).toBe(paths.playback(call.id));
    const foreign = await aMember(await aWorkspace(), { role: "admin" });
    browser.jar.set("__Host-sid", foreign.token);
    expect((await browser.data(link.urlPath)).view["openUrl"]).toBeNull();
  });

  test("a time inside of it is where it begins, one outside is ignored", async () => {
    const { owner, call } = await aScene();
    const link = await aReadyLink(owner, call, PART);
    const browser = aBrowser();
    expect((await browser.data(link.urlPath, "&t=12")).view["startMs"]).toBe(12_000);
    const outside = await browser.data(link.urlPath, "&t=25&end=59");
    expect(outside.view["startMs"]).toBeNull();
    expect(outside.text).not.toMatch(/zero|four|five/);
  });
});

describe("an end", () => {
  const ended = { kind: "ended", workspace: null };
  async function aWatcher(scene: Scene, form: Record<string, string> = {}) {
    const link = await aReadyLink(scene.owner, scene.call, form);
    const browser = aBrowser();
    await browser.data(link.urlPath);
    expect(await statuses(browser, link)).toEqual(all(200));
    const expectEnded = async () => {
      expect(await statuses(browser, link)).toEqual(all(410));
      for (const each of [browser, aBrowser()]) {
        const { status, view } = await each.data(link.urlPath);
        expect([status, view]).toEqual([410, ended]);
      }
    };
    const expectShown = async () => {
      expect((await browser.data(link.urlPath)).view["step"]).toBe("shown");
      expect(await statuses(browser, link)).toEqual(all(200));
    };
    return { link, browser, expectEnded, expectShown };
  }

  test("revoked: from the next request on, for ever, without a title or a name", async () => {
    const scene = await aScene();
    const { link, expectEnded } = await aWatcher(scene);
    await revokeLink(scene.owner, link.linkId);
    await expectEnded();
    await expect(extendLink(scene.owner, link.linkId, 9)).rejects.toMatchObject({
      code: "invalid_state",
    });
  });

  test("past its time, until it is extended", async () => {
    const scene = await aScene();
    const { link, expectEnded, expectShown } = await aWatcher(scene, { days: "1" });
    await db.sharedLink.updateMany({
      where: { id: link.linkId },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    await expectEnded();
    await extendLink(scene.owner, link.linkId, 3);
    await expectShown();
  });

  test("its call in the trash, until it is taken out", async () => {
    const scene = await aScene();
    const { expectEnded, expectShown } = await aWatcher(scene);
    await trashCall(scene.owner, scene.call.id);
    await expectEnded();
    await restoreCall(scene.owner, scene.call.id);
    await expectShown();
  });

  test("consent taken back by somebody who is heard, while it is", async () => {
    const scene = await aScene();
    const { expectEnded, expectShown } = await aWatcher(scene);
    await db.participant.updateMany({
      where: { id: scene.elena.id },
      data: { consent: "withdrawn" },
    });
    await expectEnded();
    await db.participant.updateMany({ where: { id: scene.elena.id }, data: { consent: "agreed" } });
    await expectShown();
  });

  test("its maker gone", async () => {
    const scene = await aScene();
    const { expectEnded } = await aWatcher(scene);
    await db.member.updateMany({
      where: { id: scene.owner.memberId },
      data: { state: "deactivated" },
    });
    await expectEnded();
  });

  test("the workspace's rules, at once: kill switch, roles, a condition it lacks", async () => {
    const scene = await aScene();
    const { expectEnded, expectShown } = await aWatcher(scene);
    for (const rule of [
      { blockedAt: new Date().toISOString() },
      { roles: ["admin" as const] },
      { needs: "password" as const },
    ]) {
      await allow(scene.workspace.id, rule);
      await expectEnded();
      await allow(scene.workspace.id, {});
      await expectShown();
    }
  });

  test("corrected words replace those from before in one write, and the link stays open", async () => {
    const scene = await aScene();
    const { link, browser } = await aWatcher(scene);
    await correctWords(scene.owner, scene.call.id, {
      ...{ number: 1, segment: 2, firstWord: 0, lastWord: 0, before: "two", after: "twenty" },
      ...{ intent: "correct_words", scope: "here", addTerm: false },
    });
    expect(await statuses(browser, link)).toEqual(all(200));
    expect((await browser.data(link.urlPath)).text).toContain('"two"');
    await db.cut.updateMany({ where: { id: link.cutId }, data: { state: "queued" } });
    await publishCutOf(scene.call, link.cutId);
    const { view, text } = await browser.data(link.urlPath);
    expect(view["step"]).toBe("shown");
    expect(text).toContain("twenty");
    expect(text).not.toContain('"two"');
  });

  type Cause = (scene: Scene, linkId: string, email: string) => Promise<unknown>;
  test.each<[string, Cause]>([
    ["revoked", ({ owner }, linkId) => revokeLink(owner, linkId)],
    ["all links of its call revoked", ({ owner, call }) => revokeLinksOfCall(owner, call.id)],
    [
      "the kill switch",
      ({ workspace }) => allow(workspace.id, { blockedAt: "2026-01-01T00:00:00Z" }),
    ],
    ["a role", ({ workspace }) => allow(workspace.id, { roles: ["admin"] })],
    ["a kind", ({ workspace }) => allow(workspace.id, { kinds: ["clip"] })],
    [
      "a password that every link needs",
      ({ workspace }) => allow(workspace.id, { needs: "password" }),
    ],
    [
      "another password",
      ({ owner }, linkId) => changeLinkPassword(owner, linkId, "another harbour"),
    ],
    ["its person taken off", ({ owner }, linkId, email) => removeLinkAddress(owner, linkId, email)],
    [
      "its time over",
      (_scene, id) =>
        db.sharedLink.updateMany({ where: { id }, data: { expiresAt: new Date(Date.now() - 1) } }),
    ],
    [
      "the grant over",
      (_scene, linkId) =>
        db.shareVisit.updateMany({ where: { linkId }, data: { expiresAt: new Date(0) } }),
    ],
    ["its call in the trash", ({ owner, call }) => trashCall(owner, call.id)],
    [
      "a consent withdrawn",
      ({ elena }) =>
        db.participant.updateMany({ where: { id: elena.id }, data: { consent: "withdrawn" } }),
    ],
    [
      "its maker gone",
      ({ owner }) =>
        db.member.updateMany({ where: { id: owner.memberId }, data: { state: "deactivated" } }),
    ],
  ])("an answer that runs ends with it: %s", async (_name, end) => {
    const scene = await aScene();
    const email = "elena@north.example";
    const link = await aReadyLink(scene.owner, scene.call, { addresses: email });
    const secret = "a secret of this browser";
    await db.shareVisit.create({
      data: {
        ...{ id: newId(), workspaceId: scene.workspace.id, linkId: link.linkId, linkVersion: 1 },
        ...{ visitorHash: hashOf(secret), email, grantedAt: new Date() },
        expiresAt: new Date(Date.now() + 3_600_000),
      },
    });
    const { access } = await findVisitorFile(link.mixId, secret);
    expect(await mayGoOn(access, false)).toBe(true);
    await end(scene, link.linkId, email);
    expect(await mayGoOn(access, false)).toBe(false);
  });

  test("an answer that runs goes on where the views are used up, and a download ends once it is forbidden", async () => {
    const scene = await aScene();
    const link = await aReadyLink(scene.owner, scene.call, { download: "true" });
    const { secret } = await grantVisit(await findSharedLink(link.urlPath, NOWHERE), null);
    const { access } = await findVisitorFile(link.mixId, secret);
    await db.sharedLink.updateMany({ where: { id: link.linkId }, data: { views: 2, maxViews: 2 } });
    await db.shareVisit.updateMany({
      where: { linkId: link.linkId },
      data: { viewedAt: new Date() },
    });
    expect(await mayGoOn(access, true)).toBe(true);
    await allow(scene.workspace.id, { mayDownload: false });
    expect([await mayGoOn(access, true), await mayGoOn(access, false)]).toEqual([false, true]);
  });

  test("another workspace's members and links have no part in it", async () => {
    const [ours, theirs] = [await aScene(), await aScene("Other")];
    const { link } = await aWatcher(ours);
    const admin = await aMember(theirs.workspace, { role: "admin" });
    await expect(revokeLink(admin, link.linkId)).rejects.toMatchObject({ code: "not_found" });
    const { link: other } = await aWatcher(theirs);
    const browser = aBrowser();
    await browser.data(other.urlPath);
    // A grant of one link is none of another.
    expect(await statuses(browser, link)).toEqual(all(404));
  });
});
