import { expect, type Locator, type Page } from "playwright/test";
import { test } from "./closing-test.ts";
import { complaintsOf, signIn } from "./people.ts";
import { checkScreen, shoot } from "./screen-check.ts";

async function look(page: Page, name: string): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 960 });
    await checkScreen(page, `${name} ${width}`, (theme) =>
      shoot(page, `${name}-${width}-${theme}`, true),
    );
  }
  await page.setViewportSize({ width: 1440, height: 960 });
}
test.use({ contextOptions: { reducedMotion: "reduce" } });

const privateCall = async (page: Page): Promise<string> => {
  let first: { callId: string } | undefined;
  await expect
    .poll(async () => {
      const list = await page.request.get("/recordings.json?state=ready&state=ready_partial");
      [first] = ((await list.json()) as { data: { callId: string }[] }).data;
      return first;
    }, "the demo's call has come")
    .toBeDefined();
  await page.goto(`/playback/${first?.callId}`);
  const visibility = page.locator("select[name=visibility]");
  // A press before script has come is lost.
  await expect(async () => {
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await expect(visibility).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await visibility.selectOption("private");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Visible to people on the call").first()).toBeVisible();
  return `/playback/${first?.callId}`;
};

test("an admin looks with a rep's eyes, opens private calls with a reason, and the owner is told", async ({
  page,
  browser,
  baseURL,
}) => {
  const rep = await (
    await browser.newContext({ ...(baseURL !== undefined && { baseURL }) })
  ).newPage();
  await signIn(rep, "rep");
  const hidden = await privateCall(rep);

  const complaints = complaintsOf(page);
  await signIn(page, "admin");
  await page.goto("/setting/member?q=Mari");
  await page.getByRole("link", { name: "Edit Mari Kato" }).click();
  await look(page, "member");
  const edited = page.getByRole("region", { name: "Mari Kato" });
  await edited.getByRole("button", { name: "Deactivate" }).click();
  const question = page.getByRole("dialog", { name: "Deactivate Mari Kato?" });
  await expect(question).toBeVisible();
  await look(page, "deactivate");
  await question.getByRole("button", { name: "Deactivate" }).click();
  await expect(edited.getByRole("alert")).toContainText("Choose who takes over");
  await expect(question).toHaveCount(0);
  await page.getByRole("button", { name: "View as" }).click();
  await expect(page.getByText("You are viewing as Mari Kato")).toBeVisible();
  await look(page, "viewing");
  await page.goto(hidden);
  await expect(page.getByText("doesn’t exist, or you don’t have access")).toBeVisible();
  await page.goto("/setting/general");
  const save = page.getByRole("button", { name: "Save" }).first();
  await expect(save).toHaveAttribute("aria-disabled", "true");
  await expect(save).toHaveAttribute("title", /You are viewing as Mari Kato/);
  await look(page, "view-only");
  await page.goto("/");
  await page.getByRole("button", { name: "Stop viewing" }).click();
  await expect(page.getByText("You are viewing as Mari Kato")).toHaveCount(0);

  await page.goto(hidden);
  await expect(page.getByText("doesn’t exist, or you don’t have access")).toBeVisible();
  await page.goto("/setting/general?tab=workspace");
  await page.getByLabel("Reason").fill("short");
  await page.getByRole("button", { name: "Open private calls" }).click();
  await expect(page.getByText("10 characters or more")).toBeVisible();
  await look(page, "private-refused");
  await page.getByLabel("Reason").fill("A customer asked for their data");
  await page.getByRole("button", { name: "Open private calls" }).click();
  await expect(page.getByText("You can open private calls until")).toBeVisible();
  await page.goto(hidden);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await look(page, "private-open");
  await page.getByRole("button", { name: "End private access" }).click();
  await expect(page.getByText("You can open private calls until")).toHaveCount(0);
  await page.goto(hidden);
  await expect(page.getByText("doesn’t exist, or you don’t have access")).toBeVisible();

  await rep.goto(`${hidden}?tab=info`);
  await expect(rep.getByText("Who watched")).toBeVisible();
  await expect(rep.getByText("with private access")).toBeVisible();
  await look(rep, "watchers");
  await expect(async () => {
    await rep.goto("/mail");
    await expect(rep.getByText("opened one of your private calls").first()).toBeVisible({
      timeout: 2_000,
    });
  }).toPass();
  await page.goto("/setting/audit-log/system-log");
  await expect(page.getByRole("row", { name: /Private access started/ }).first()).toBeVisible();
  await look(page, "system-log");
  expect(complaints.filter((line) => !/status of (403|404|422)/.test(line))).toEqual([]);
});

test("two who change the same see what the other did, and whose turn it is", async ({
  page,
  browser,
  baseURL,
}) => {
  const other = await (
    await browser.newContext({ ...(baseURL !== undefined && { baseURL }) })
  ).newPage();
  await signIn(page, "admin");
  await signIn(other, "admin");
  for (const one of [page, other]) {
    await one.goto("/setting/member?q=Rui");
    await one.getByRole("link", { name: "Edit Rui Abe" }).click();
  }
  const form = (one: Page) => one.getByRole("region", { name: "Rui Abe" });
  await form(other).locator("select[name=role]").selectOption("manager");
  await form(other).getByRole("button", { name: "Save" }).click();
  await expect(other.getByRole("row", { name: /Rui Abe/ })).toContainText("Manager");
  await form(page).locator("select[name=scope]").selectOption("workspace");
  await form(page).getByRole("button", { name: "Save" }).click();
  // What they left has come; what was typed and why it was refused are still there.
  await expect(form(page).locator("input[name=version]")).toHaveValue("2");
  await expect(page.getByRole("alert")).toContainText("Sena Brandt changed this at");
  await expect(form(page).getByText("Current version:")).toBeVisible();
  await expect(form(page).locator("dd").first()).toHaveText("Manager");
  await expect(form(page).locator("select[name=scope]")).toHaveValue("workspace");
  await look(page, "conflict");
});

/** Presses Tab until something has the focus, as far as anybody would. */
async function reach(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 160; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the keyboard does not reach ${target.toString()}`);
}

test("with the keyboard alone an admin signs in, corrects an invitation, and turns a question down", async ({
  page,
}) => {
  const { keyboard } = page;
  await page.goto("/signin");
  await reach(page, page.getByLabel("E-mail"));
  await keyboard.type("admin@demo.test");
  await reach(page, page.locator("input[name=password][type=password]").first());
  await keyboard.type("parley-demo-calls");
  await keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === "/");
  await reach(page, page.getByRole("link", { name: "Settings" }));
  await keyboard.press("Enter");
  await reach(page, page.getByRole("link", { name: "Members" }));
  await keyboard.press("Enter");
  const address = page.getByLabel("E-mail", { exact: true });
  await reach(page, address);
  await keyboard.type("keys@");
  await keyboard.press("Enter");
  await expect(address).toHaveAttribute("aria-invalid", "true");
  await expect(address).toBeFocused();
  await keyboard.type("sato.test");
  await keyboard.press("Enter");
  await expect(page.getByRole("row", { name: /keys@sato\.test/ })).toContainText("Invited");
  await reach(page, page.getByRole("link", { name: "Edit Theo Sand" }));
  await keyboard.press("Enter");
  const leave = page
    .getByRole("region", { name: "Theo Sand" })
    .getByRole("button", { name: "Deactivate" });
  await reach(page, leave);
  await keyboard.press("Enter");
  const question = page.getByRole("dialog", { name: "Deactivate Theo Sand?" });
  await expect(question).toBeVisible();
  await reach(page, question.getByRole("button", { name: "Cancel" }));
  await keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await expect(leave).toBeFocused();
});

test("a list of people is looked at before anybody is invited", async ({ page }) => {
  await signIn(page, "admin");
  await page.goto("/setting/member?tab=import");
  await page.getByRole("button", { name: "Check the list" }).click();
  await expect(page.getByRole("alert")).toContainText("empty");
  await look(page, "import");
  await page.getByLabel("File").setInputFiles({
    name: "people.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(
      "email,name,role,team\nnoor@list.test,Noor,rep,Freight\nbad,,rep,\nlee@list.test,Lee,boss,\n",
    ),
  });
  await page.getByRole("button", { name: "Check the list" }).click();
  await expect(page.getByRole("status")).toContainText("1 person can be invited");
  await expect(page.getByRole("row", { name: /lee@list\.test/ })).toContainText("Roles are");
  await look(page, "import-checked");
  await page.getByRole("button", { name: "Invite 1 person" }).click();
  await expect(page.getByRole("status")).toContainText("1 person was invited");
  await page.goto("/setting/member?q=noor");
  await expect(page.getByRole("row", { name: /noor@list\.test/ })).toContainText("Invited");
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });
  test("a list is checked and sent, eyes are lent and given back, private calls opened and closed", async ({
    page,
  }) => {
    await page.goto("/signin");
    await page.locator("input[name=email]").first().fill("admin@demo.test");
    await page.locator("input[type=password]").first().fill("parley-demo-calls");
    await page.locator("main form button[type=submit]").first().click();
    await page.goto("/setting/member?tab=import");
    await page.locator("textarea[name=text]").fill("ito@list.test\nnot an address");
    await page.getByRole("button", { name: "Check the list" }).click();
    await page.getByRole("button", { name: "Invite 1 person" }).click();
    await expect(page.getByText("1 person was invited")).toBeVisible();
    await page.goto("/setting/member?q=Theo");
    await page.getByRole("link", { name: "Edit Theo Sand" }).click();
    await page.getByRole("button", { name: "View as" }).click();
    await page.getByRole("button", { name: "Stop viewing" }).click();
    await page.goto("/setting/general?tab=workspace");
    await page.locator("textarea[name=reason]").fill("Somebody asked for this");
    await page.getByRole("button", { name: "Open private calls" }).click();
    await page.getByRole("button", { name: "End private access" }).first().click();
    await expect(page.getByText("You can open private calls until")).toHaveCount(0);
    await page.goto("/setting/audit-log/system-log");
    await page.getByLabel("Days").fill("3");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("alert")).toContainText("7 or more");
  });
});
