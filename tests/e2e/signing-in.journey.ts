import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { OAuth2Server } from "oauth2-mock-server";
import { Secret, TOTP } from "otpauth";
import { type Browser, type BrowserContext, expect, type Page } from "playwright/test";
import { test } from "./closing-test.ts";
import { complaintsOf, signIn } from "./people.ts";
import { checkScreen, expectFits, isLookedAtWhole, shoot, wear } from "./screen-check.ts";

const PASSWORD = "herons over the river";
const identityProvider = new OAuth2Server();
/** Who stands at the partner's door. */
let claims: Record<string, unknown> = {};
identityProvider.service.on("beforeTokenSigning", (token: { payload: object }) =>
  Object.assign(token.payload, claims),
);

test.beforeAll(async () => {
  await identityProvider.issuer.keys.generate("RS256");
  await identityProvider.start(Number(process.env["E2E_PARTNER_PORT"]), "127.0.0.1");
  identityProvider.issuer.url = `http://127.0.0.1:${process.env["E2E_PARTNER_PORT"]}`;
});
test.afterAll(() => identityProvider.stop());

/** A browser of somebody else, with nothing remembered. */
async function another(browser: Browser, baseURL: string | undefined): Promise<BrowserContext> {
  return browser.newContext({ ...(baseURL !== undefined && { baseURL }), reducedMotion: "reduce" });
}

async function openEmail(page: Page, to: string, subject: RegExp): Promise<void> {
  const panel = page.getByRole("article").filter({ hasText: subject }).filter({ hasText: to });
  await expect(async () => {
    await page.goto("/mail");
    await expect(panel.first()).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await panel.first().getByRole("link").first().click();
}

async function begin(page: Page, name: string): Promise<void> {
  await page.getByLabel("Your name").fill(name);
  await page.locator("input[name=password]").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
}

/** The code an authenticator shows for the key on the page. */
async function codeOn(page: Page): Promise<string> {
  const key = await page.locator("p.font-mono").first().innerText();
  return new TOTP({ secret: Secret.fromBase32(key.replace(/\s/g, "")) }).generate();
}

/** The partner is unlinked and linked again in the profile, by forms alone. */
async function relink(page: Page): Promise<void> {
  await page.goto("/setting/general");
  const panel = page.getByRole("region", { name: "Linked accounts" });
  await panel.getByRole("button", { name: "Unlink Acme" }).click();
  await expect(panel.getByText("None yet")).toBeVisible();
  await panel.getByRole("button", { name: "Link Acme" }).click();
  await expect(panel.getByRole("alert")).toContainText("Enter your current password");
  await panel.locator("input[name=currentPassword]").fill("parley-demo-calls");
  await panel.getByRole("button", { name: "Link Acme" }).click();
  await panel.getByRole("link", { name: "Continue with Acme" }).click();
  await page.waitForURL((url) => url.pathname === "/setting/general");
  await expect(panel.getByRole("button", { name: "Unlink Acme" })).toBeVisible();
}

/** Every width and theme of the page that is open; in both languages where its reader has chosen none. */
async function look(page: Page, name: string, languages = ["en", "ja"]): Promise<void> {
  for (const language of languages) {
    await wear(page, language === "en" ? "light" : "dark", language);
    const isWhole = isLookedAtWhole(language);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const title = `${name} ${width} ${language}`;
      const onTheme = (worn: string): Promise<void> =>
        shoot(page, `${name}-${width}-${worn}-${language}`);
      if (isWhole) await checkScreen(page, title, onTheme);
      else await expectFits(page, title);
    }
  }
  await wear(page, "light", "en");
  await page.setViewportSize({ width: 1440, height: 900 });
}

test("through a partner: invited, cancelled, linked with the password, with and without script", async ({
  page,
  browser,
  baseURL,
}) => {
  const complaints = complaintsOf(page);
  await signIn(page, "admin");
  await page.goto("/setting/member");
  await page.getByLabel("E-mail", { exact: true }).fill("yui@sato.test");
  await page.getByRole("button", { name: "Send invitation", exact: true }).click();
  await expect(page.getByRole("row", { name: /yui@sato\.test/ })).toContainText("Invited");

  const context = await another(browser, baseURL);
  const yui = await context.newPage();
  claims = { sub: "yui", email: "yui@sato.test", email_verified: true, name: "Yui Sato" };
  await yui.goto("/signin?next=%2Frecordings");
  await yui.getByRole("link", { name: "Continue with Acme" }).click();
  await yui.waitForURL((url) => url.pathname === "/recordings");
  const names = (await context.cookies()).map(({ name }) => name);
  expect(names.filter((name) => name.includes("oauth"))).toEqual([]);
  await yui.goto("/signout");
  await yui.locator("main form button[type=submit]").click();
  await yui.waitForURL((url) => url.pathname === "/signin");

  identityProvider.service.once("beforeAuthorizeRedirect", ({ url }: { url: URL }) => {
    url.searchParams.delete("code");
    url.searchParams.set("error", "access_denied");
  });
  await yui.getByRole("link", { name: "Continue with Acme" }).click();
  await expect(yui.getByRole("heading", { name: "Sign-in was not completed" })).toBeVisible();
  const kept = (await context.cookies()).map(({ name }) => name);
  expect(kept.every((name) => !name.includes("oauth") || name.startsWith("__Host-"))).toBe(true);
  await look(yui, "partner-cancelled");
  claims = { sub: "nobody", email: "nobody@sato.test", email_verified: true };
  await yui.getByRole("link", { name: "Try again" }).click();
  await yui.getByRole("link", { name: "Continue with Acme" }).click();
  await expect(yui.getByText("Ask an admin to invite you")).toBeVisible();

  claims = { sub: "the-manager", email: "manager@demo.test", email_verified: true };
  const plain = await browser.newContext({
    ...(baseURL !== undefined && { baseURL }),
    javaScriptEnabled: false,
  });
  const manager = await plain.newPage();
  for (const isLinked of [false, true]) {
    await manager.goto("/signin");
    await manager.getByRole("link", { name: "Continue with Acme" }).click();
    if (!isLinked) {
      await expect(manager.getByRole("heading", { name: "Link Acme" })).toBeVisible();
      await manager.locator("input[name=password]").fill("not it");
      await manager.locator("main form button[type=submit]").click();
      await expect(manager.getByRole("alert")).toContainText("not your current password");
      await manager.locator("input[name=password]").fill("parley-demo-calls");
      await manager.locator("main form button[type=submit]").click();
    }
    await manager.waitForURL((url) => url.pathname === "/");
    if (isLinked) await relink(manager);
    await manager.goto("/signout");
    await manager.locator("main form button[type=submit]").click();
  }
  expect(complaints).toEqual([]);
});

test("a workspace of one's own, a second step for everybody, and a colleague who sets theirs up at the door", async ({
  browser,
  baseURL,
}) => {
  const context = await another(browser, baseURL);
  const admin = await context.newPage();
  await admin.goto("/signin");
  await look(admin, "sign-in-open");
  await admin.getByRole("link", { name: "Sign up" }).click();
  // Both pages ask for an address, and the address bar is quicker than the page.
  await expect(admin.getByRole("heading", { name: "Create a workspace" })).toBeVisible();
  await admin.getByLabel("E-mail").fill("ada@mill.test");
  await admin.getByLabel("Workspace name").fill("Mill");
  await admin.getByRole("button", { name: "Continue" }).click();
  await expect(admin.getByRole("heading", { name: "Check your e-mail" })).toBeVisible();
  await openEmail(admin, "ada@mill.test", /Finish/);
  await begin(admin, "Ada Mill");
  await admin.waitForURL((url) => url.pathname === "/");

  await admin.goto("/setting/general?tab=workspace");
  const policy = admin.getByRole("region", { name: "Sign-in" });
  await policy.locator("select[name=factorFor]").selectOption("everybody");
  await policy.getByRole("button", { name: "Save" }).click();
  await expect(policy.getByRole("alert")).toContainText("two-step verification for yourself first");
  await admin.goto("/setting/general?factor=1");
  await expect(admin.getByRole("img", { name: "QR code of the key" })).toBeVisible();
  const panel = admin.getByRole("region", { name: "Two-step verification" });
  await panel.getByLabel("Code from the app").fill(await codeOn(admin));
  await panel.locator("input[name=currentPassword]").fill(PASSWORD);
  await panel.getByRole("button", { name: "Turn on" }).click();
  await expect(panel.getByRole("status")).toContainText("Each works once");
  await admin.goto("/setting/general?tab=workspace");
  await policy.locator("select[name=factorFor]").selectOption("everybody");
  await policy.getByRole("button", { name: "Save" }).click();
  await expect(policy.locator("select[name=factorFor]")).toHaveValue("everybody");
  await look(admin, "policy", ["en"]);

  await admin.goto("/setting/member");
  await admin.getByLabel("E-mail", { exact: true }).fill("ben@mill.test");
  await admin.getByRole("button", { name: "Send invitation", exact: true }).click();
  await expect(admin.getByRole("row", { name: /ben@mill\.test/ })).toContainText("Invited");
  const other = await another(browser, baseURL);
  const ben = await other.newPage();
  await openEmail(ben, "ben@mill.test", /has invited you to Parley/);
  await begin(ben, "Ben Mill");
  await expect(ben.getByRole("heading", { name: "Set up two-step verification" })).toBeVisible();
  await look(ben, "set-up");
  const half = await other.newPage();
  await half.goto("/recordings");
  await expect(half, "half a sign-in opens nothing").toHaveURL(/\/signin\?next/);
  await half.close();
  await ben.getByLabel("Code", { exact: true }).fill("000000");
  await ben.getByRole("button", { name: "Sign in" }).click();
  await expect(ben.getByRole("alert")).toContainText("code is wrong");
  await ben.getByLabel("Code", { exact: true }).fill(await codeOn(ben));
  await ben.getByRole("button", { name: "Sign in" }).click();
  const codes = ben.getByRole("list", { name: "Your recovery codes" });
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  await ben.getByRole("link", { name: "Continue" }).click();
  await ben.waitForURL((url) => url.pathname === "/");
});

test("a passkey is made, signs in without a code, and is removed", async ({ browser, baseURL }) => {
  // Browsers keep passkeys for names.
  const context = await another(browser, baseURL?.replace("127.0.0.1", "localhost"));
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  const device = await context.newCDPSession(page);
  await device.send("WebAuthn.enable");
  const { authenticatorId } = await device.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await signIn(page, "rep");
  await page.goto("/setting/general");
  const panel = page.getByRole("region", { name: "Passkeys" });
  await panel.getByLabel("Name").fill("This laptop");
  await panel.locator("input[name=currentPassword]").fill("not it");
  await panel.getByRole("button", { name: "Add a passkey" }).click();
  await expect(panel.getByRole("alert")).toContainText("not your current password");
  await panel.locator("input[name=currentPassword]").fill("parley-demo-calls");
  await panel.getByRole("button", { name: "Add a passkey" }).click();
  await expect(panel.getByRole("list").getByText("This laptop")).toBeVisible();
  await look(page, "passkeys");

  const leave = async (): Promise<void> => {
    await page.goto("/signout");
    await page.locator("main form button[type=submit]").click();
    await page.waitForURL((url) => url.pathname === "/signin");
  };
  await leave();
  await page.goto("/signin?next=%2Frecordings");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.waitForURL((url) => url.pathname === "/recordings");

  await leave();
  await device.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(
    page.getByRole("status").filter({ hasText: "No passkey was received" }),
  ).toBeVisible();
  await device.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.waitForURL((url) => url.pathname === "/");

  await page.goto("/setting/general");
  await panel.getByRole("button", { name: "Remove This laptop" }).click();
  await expect(panel.getByText("None yet")).toBeVisible();
  await leave();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByRole("alert")).toContainText("passkey could not be verified");
  expect(complaints.filter((line) => !/status of 422/.test(line))).toEqual([]);
});

type Relay = { port: number; close: () => void };

/** By another address of this machine, every byte as it came: the product itself listens on loopback alone. */
async function relayAt(host: string, to: number): Promise<Relay> {
  const sockets = new Set<Socket>();
  const server = createServer((from) => {
    const onward = connect(to, "127.0.0.1");
    for (const socket of [from, onward]) {
      sockets.add(socket);
      socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    }
    from.pipe(onward).pipe(from);
  }).listen(0, host);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

const lanAddress = (): string | undefined =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal)?.address;

test("by another address over plain http every way in says where to open it", async ({
  browser,
  baseURL: given,
}) => {
  const baseURL = given ?? "";
  const host = lanAddress();
  test.skip(host === undefined, "this machine has no address but loopback");
  if (host === undefined) return;
  const relay = await relayAt(host, Number(new URL(baseURL).port));
  const there = `http://${host}:${relay.port}`;
  try {
    for (const javaScriptEnabled of [true, false]) {
      const context = await browser.newContext({
        ...{ baseURL: there, javaScriptEnabled, reducedMotion: "reduce", locale: "en-US" },
      });
      const page = await context.newPage();
      const complaints = complaintsOf(page);
      for (const [path, shown] of [
        ["/recordings", "/signin?next=%2Frecordings"],
        ["/signup", "/signup"],
        ["/activate/a-code", "/activate/a-code"],
        ["/password-reset?token=a-token", "/password-reset?token=a-token"],
        ["/shared/a-link", "/shared/a-link"],
      ] as const) {
        await page.goto(path);
        await expect(
          page.getByRole("heading", { name: `Open Parley at ${baseURL}` }),
        ).toBeVisible();
        await expect(page.getByRole("link")).toHaveAttribute("href", `${baseURL}${shown}`);
        await expect(page.locator("form")).toHaveCount(0);
      }
      if (javaScriptEnabled) await checkScreen(page, "open-at");
      await page.goto("/signin?next=%2Frecordings");
      await page.getByRole("link").click();
      await page.waitForURL(`${baseURL}/signin?next=%2Frecordings`);
      await expect(page.getByLabel("E-mail")).toBeVisible();
      // The browser itself warns of an address without https.
      const own = complaints.filter((text) => !text.includes("origin was untrustworthy"));
      expect(own).toEqual([]);
      await context.close();
    }
    const context = await browser.newContext({ baseURL: there, locale: "ja-JP" });
    const page = await context.newPage();
    await page.goto("/signin");
    await expect(
      page.getByRole("heading", { name: `Parley は ${baseURL} で開いてください` }),
    ).toBeVisible();
    // A form that a tab still has from before is refused with the same words.
    await page.setContent(
      `<form method="post" action="${there}/signin"><button>Send</button></form>`,
    );
    await page.getByRole("button", { name: "Send" }).click();
    await expect(
      page.getByRole("heading", { name: `Parley は ${baseURL} で開いてください` }),
    ).toBeVisible();
    await context.close();
  } finally {
    relay.close();
  }
});
