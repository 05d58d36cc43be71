import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import {
  changeLinkPassword,
  removeLinkAddress,
} from "#app/core/domain/share/link-changes.server.ts";
import { stopClock } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { paths } from "#app/paths.ts";
import { deliver } from "#tests/support/emails.ts";
import { aReadyLink } from "#tests/support/shares.ts";
import { appForFile } from "./app-for-file.ts";
import { browsersOf, aScene, statuses, all, codeIn } from "./link-visitors.ts";
import { clearAttempts } from "./replay.ts";

const app = await appForFile({ draws: true });
beforeEach(() => clearAttempts());
const aBrowser = browsersOf(app);

describe("conditions", () => {
  test("the password first: nothing is told before, one browser is let in, and tries run out", async () => {
    const { owner, call } = await aScene();
    const link = await aReadyLink(owner, call, { password: "quiet harbour", message: "For you" });
    const browser = aBrowser();
    const asked = await browser.data(link.urlPath);
    expect(asked.view).toEqual({ kind: "share", step: "password", workspace: "Kestrel Freight" });
    expect(await statuses(browser, link)).toEqual(all(404));
    const wrong = await browser.send(link.urlPath, {
      intent: "password",
      password: "loud harbour",
    });
    expect(wrong.status).toBe(422);
    expect(wrong.text).not.toMatch(/secret|Mari|For you/);
    const right = await browser.send(link.urlPath, {
      intent: "password",
      password: "quiet harbour",
    });
    expect([right.status, right.headers.get("location")]).toEqual([
      302,
      paths.shared(link.urlPath),
    ]);
    expect(right.headers.get("set-cookie")).toMatch(
      /^__Host-visitor=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect((await browser.data(link.urlPath)).view["step"]).toBe("shown");
    expect(await statuses(browser, link)).toEqual(all(200));
    // Another browser, without and with a cookie of its own, has nothing of it.
    const other = aBrowser();
    expect(await statuses(other, link)).toEqual(all(404));
    other.jar.set("__Host-visitor", randomBytes(32).toString("base64url"));
    expect(await statuses(other, link)).toEqual(all(404));
  });

  test("password tries run out for an address at one link, and for a link from many addresses", async () => {
    const { owner, call } = await aScene();
    const link = await aReadyLink(owner, call, { password: "quiet harbour" });
    const guesser = aBrowser();
    const answers: number[] = [];
    for (let n = 0; n < 6; n += 1)
      answers.push(
        (await guesser.send(link.urlPath, { intent: "password", password: `guess ${n} of mine` }))
          .status,
      );
    expect(answers).toEqual([422, 422, 422, 422, 422, 429]);
    const late = await guesser.send(link.urlPath, {
      intent: "password",
      password: "quiet harbour",
    });
    expect(late.status).toBe(429);
    // The same address at another link has tries of its own, until it has used up those of an address.
    const other = await aReadyLink(owner, call, { password: "quiet harbour" });
    expect(
      (await guesser.send(other.urlPath, { intent: "password", password: "guess" })).status,
    ).toBe(422);
    await db.$executeRaw`UPDATE rate_limit SET points = 100 WHERE key = ${`share-password-link:${link.linkId}`}`;
    const fresh = aBrowser();
    expect(
      (await fresh.send(link.urlPath, { intent: "password", password: "quiet harbour" })).status,
    ).toBe(429);
  });

  test("a right password is no try: any number of people of one office open a link", async () => {
    const { owner, call } = await aScene();
    const link = await aReadyLink(owner, call, { password: "quiet harbour" });
    for (let n = 0; n < 8; n += 1) {
      const colleague = aBrowser("198.21.4.7");
      const { status } = await colleague.send(link.urlPath, {
        ...{ intent: "password", password: "quiet harbour" },
      });
      expect(status).toBe(302);
    }
  });

  test("an address that tries too much uses up its own tries, and not those of the others", async () => {
    const { owner, call } = await aScene();
    const link = await aReadyLink(owner, call, { password: "quiet harbour" });
    const guesser = aBrowser();
    for (let n = 0; n < 40; n += 1)
      await guesser.send(link.urlPath, { intent: "password", password: `guess ${n} of mine` });
    const [counted] = await db.$queryRaw<{ points: number }[]>`
      SELECT points FROM rate_limit WHERE key = ${`share-password-link:${link.linkId}`}`;
    expect(counted?.points).toBe(5);
    const right = { intent: "password", password: "quiet harbour" };
    expect((await aBrowser().send(link.urlPath, right)).status).toBe(302);
  });

  test("a password that is entered again prolongs nothing, and two at once are one visit", async () => {
    const { owner, call } = await aScene();
    const link = await aReadyLink(owner, call, { password: "quiet harbour", maxViews: "1" });
    const browser = aBrowser();
    browser.jar.set("__Host-visitor", randomBytes(32).toString("base64url"));
    const enter = () =>
      browser.send(link.urlPath, { intent: "password", password: "quiet harbour" });
    const both = await Promise.all([enter(), enter()]);
    expect(both.map(({ status }) => status)).toEqual([302, 302]);
    const visits = () => db.shareVisit.findMany({ where: { linkId: link.linkId } });
    const [visit, ...others] = await visits();
    expect(others).toEqual([]);
    const go = stopClock(new Date(Date.now() + 11 * 3_600_000));
    try {
      expect((await enter()).status).toBe(302);
    } finally {
      go();
    }
    expect((await visits())[0]?.expiresAt).toEqual(visit?.expiresAt);
  });

  test("wrong codes that come before the mail run out for every address alike", async () => {
    const { owner, call } = await aScene();
    const link = await aReadyLink(owner, call, { addresses: "elena@north.example" });
    const answers: string[] = [];
    for (const email of ["elena@north.example", "evert@north.example"]) {
      const browser = aBrowser();
      await browser.send(link.urlPath, { intent: "send_code", email });
      for (let n = 0; n < 5; n += 1)
        await browser.send(link.urlPath, { intent: "code", code: `00000${n}` });
      await deliver(email);
      answers.push((await browser.send(link.urlPath, { intent: "code", code: "111111" })).text);
    }
    for (const answer of answers) expect(answer).toContain("code_over");
  });

  test("a code lets in its own address, whatever address is asked for beside it", async () => {
    const { owner, call } = await aScene();
    const [a, b] = ["elena@north.example", "ana@north.example"];
    const link = await aReadyLink(owner, call, { addresses: `${a} ${b}` });
    const browser = aBrowser();
    await browser.send(link.urlPath, { intent: "send_code", email: a });
    const code = await codeIn(a);
    await Promise.all([
      browser.send(link.urlPath, { intent: "code", code }),
      browser.send(link.urlPath, { intent: "send_code", email: b }),
    ]);
    const granted = await db.shareVisit.findMany({
      where: { linkId: link.linkId, grantedAt: { not: null } },
    });
    for (const visit of granted) expect(visit.email).toBe(a);
    await removeLinkAddress(owner, link.linkId, a);
    expect((await statuses(browser, link)).every((status) => status >= 400)).toBe(true);
  });

  test("then an address and its code; listed or not, the answer is the same", async () => {
    const { owner, call } = await aScene();
    const form = { password: "quiet harbour", addresses: "elena@north.example" };
    const link = await aReadyLink(owner, call, form);
    const [browser, stranger] = [aBrowser(), aBrowser()];
    const early = await browser.send(link.urlPath, {
      intent: "send_code",
      email: "elena@north.example",
    });
    expect(early.status).toBe(409);
    for (const each of [browser, stranger])
      await each.send(link.urlPath, { intent: "password", password: "quiet harbour" });
    expect((await browser.data(link.urlPath)).view["step"]).toBe("email");
    const listed = await browser.send(link.urlPath, {
      intent: "send_code",
      email: "Elena@North.example",
    });
    const unlisted = await stranger.send(link.urlPath, {
      intent: "send_code",
      email: "evert@north.example",
    });
    expect([unlisted.status, unlisted.text]).toEqual([listed.status, listed.text]);
    const [shown, other] = [await browser.data(link.urlPath), await stranger.data(link.urlPath)];
    expect(shown.view).toMatchObject({ step: "code", email: "e…a@north.example" });
    expect(Object.keys(other.view)).toEqual(Object.keys(shown.view));
    expect(await deliver("evert@north.example")).toEqual([]);
    const [mail] = await db.mailOutbox.findMany({
      where: { recipient: "elena@north.example", template: "share_code" },
    });
    expect(mail).toBeDefined();
    expect(await statuses(browser, link)).toEqual(all(404));
  });

  test("a code works once, in the browser that asked for it, for ten minutes, and five tries", async () => {
    const { owner, call } = await aScene();
    const link = await aReadyLink(owner, call, { addresses: "elena@north.example" });
    const browser = aBrowser();
    await browser.send(link.urlPath, { intent: "send_code", email: "elena@north.example" });
    const code = await codeIn("elena@north.example");
    expect(code).toMatch(/^\d{6}$/);
    const thief = aBrowser();
    expect((await thief.send(link.urlPath, { intent: "code", code })).status).toBe(409);
    const wrong = code === "000000" ? "000001" : "000000";
    expect((await browser.send(link.urlPath, { intent: "code", code: wrong })).status).toBe(422);
    const right = await browser.send(link.urlPath, {
      intent: "code",
      code: `${code.slice(0, 3)} ${code.slice(3)}`,
    });
    expect(right.status).toBe(302);
    const { view } = await browser.data(link.urlPath);
    expect(view).toMatchObject({ step: "shown" });
    expect(await statuses(browser, link)).toEqual(all(200));
    expect((await browser.send(link.urlPath, { intent: "code", code })).status).toBe(409);

    const tired = aBrowser();
    await tired.send(link.urlPath, { intent: "send_code", email: "elena@north.example" });
    const second = await codeIn("elena@north.example");
    const guess = second === "000000" ? "000001" : "000000";
    for (let n = 0; n < 5; n += 1)
      expect((await tired.send(link.urlPath, { intent: "code", code: guess })).text).toContain(
        "wrong_link_code",
      );
    expect((await tired.send(link.urlPath, { intent: "code", code: second })).text).toContain(
      "code_over",
    );

    const late = aBrowser();
    await late.send(link.urlPath, { intent: "send_code", email: "elena@north.example" });
    const third = await codeIn("elena@north.example");
    const go = stopClock(new Date(Date.now() + 10 * 60_000 + 1_000));
    try {
      expect((await late.send(link.urlPath, { intent: "code", code: third })).text).toContain(
        "code_over",
      );
    } finally {
      go();
    }
    // Three letters an hour to one address, from wherever.
    const fourth = await aBrowser().send(link.urlPath, {
      intent: "send_code",
      email: "elena@north.example",
    });
    expect(fourth.status).toBe(429);
  });

  test("who is taken off the list has nothing any more; with nobody left the link is not open to all", async () => {
    const { owner, call } = await aScene();
    const link = await aReadyLink(owner, call, { addresses: "elena@north.example" });
    const browser = aBrowser();
    await browser.send(link.urlPath, { intent: "send_code", email: "elena@north.example" });
    await browser.send(link.urlPath, { intent: "code", code: await codeIn("elena@north.example") });
    await browser.data(link.urlPath);
    expect(await statuses(browser, link)).toEqual(all(200));
    await removeLinkAddress(owner, link.linkId, "elena@north.example");
    expect(await statuses(browser, link)).toEqual(all(410));
    expect((await browser.data(link.urlPath)).view["step"]).toBe("email");
    expect((await aBrowser().data(link.urlPath)).view["step"]).toBe("email");
  });

  test("a new password ends every grant, and twelve hours end one", async () => {
    const { owner, call } = await aScene();
    const link = await aReadyLink(owner, call, { password: "quiet harbour" });
    const browser = aBrowser();
    const enter = (password: string) =>
      browser.send(link.urlPath, { intent: "password", password });
    await enter("quiet harbour");
    expect(await statuses(browser, link)).toEqual(all(200));
    await changeLinkPassword(owner, link.linkId, "another harbour");
    expect(await statuses(browser, link)).toEqual(all(401));
    expect((await browser.data(link.urlPath)).view["step"]).toBe("password");
    await enter("another harbour");
    await browser.data(link.urlPath);
    expect(await statuses(browser, link)).toEqual(all(200));
    // The line of the log from before stays.
    expect(
      await db.shareVisit.count({ where: { linkId: link.linkId, viewedAt: { not: null } } }),
    ).toBe(2);
    const go = stopClock(new Date(Date.now() + 12 * 3_600_000 + 1_000));
    try {
      expect(await statuses(browser, link)).toEqual(all(401));
    } finally {
      go();
    }
  });

  test("so many views and no more: a press each, and whoever was let in goes on", async () => {
    const { owner, call } = await aScene();
    const link = await aReadyLink(owner, call, { maxViews: "2" });
    const [first, second, third] = [aBrowser(), aBrowser(), aBrowser()];
    expect((await first.data(link.urlPath)).view).toMatchObject({ step: "open", left: 2 });
    for (const each of [first, second]) {
      await each.send(link.urlPath, { intent: "open" });
      expect((await each.data(link.urlPath)).view["step"]).toBe("shown");
    }
    expect(await third.data(link.urlPath)).toMatchObject({ status: 410, view: { kind: "ended" } });
    expect((await third.send(link.urlPath, { intent: "open" })).status).toBe(410);
    expect(await statuses(first, link)).toEqual(all(200));
  });

  test("a press whose answer was lost is pressed again, and takes no second view", async () => {
    const { owner, call } = await aScene();
    const link = await aReadyLink(owner, call, { maxViews: "1" });
    const browser = aBrowser();
    await browser.data(link.urlPath);
    const asked = new Map(browser.jar);
    await browser.send(link.urlPath, { intent: "open" });
    // What the answer would have set, the browser never got.
    browser.jar.clear();
    for (const [name, value] of asked) browser.jar.set(name, value);
    expect((await browser.send(link.urlPath, { intent: "open" })).status).toBe(302);
    expect(await statuses(browser, link)).toEqual(all(200));
    const { views } = await db.sharedLink.findFirstOrThrow({ where: { id: link.linkId } });
    expect(views).toBe(1);
  });

  test("of two who come for the last view, one is let in", async () => {
    const { owner, call } = await aScene();
    const link = await aReadyLink(owner, call, { maxViews: "1", password: "quiet harbour" });
    const browsers = Array.from({ length: 4 }, aBrowser);
    await Promise.all(
      browsers.map((each) =>
        each.send(link.urlPath, { intent: "password", password: "quiet harbour" }),
      ),
    );
    const shown = await Promise.all(browsers.map((each) => statuses(each, link)));
    const counted = (code: number) => shown.filter(([first]) => first === code).length;
    expect(counted(200)).toBe(1);
    const grants = await db.shareVisit.count({
      where: { linkId: link.linkId, grantedAt: { not: null } },
    });
    expect(grants).toBe(1);
    const { views } = await db.sharedLink.findFirstOrThrow({ where: { id: link.linkId } });
    expect(views).toBe(1);
  });
});
