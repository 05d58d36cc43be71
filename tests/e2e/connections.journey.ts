import { expect, type Page, test } from "playwright/test";
import { startHubspot } from "#tests/support/hubspot-server.ts";
import { startSalesforce } from "#tests/support/salesforce-server.ts";
import { complaintsOf, signIn } from "./people.ts";
import { checkScreen, expectFits, shoot, wear } from "./screen-check.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const INTEGRATIONS = "/setting/admin-system-integration";
const SECRET = "a secret: of ours";
const LOOKS = [
  [1440, "en"],
  [390, "en"],
  [1440, "ja"],
  [390, "ja"],
] as const;

type Vendor = {
  slug: "salesforce" | "hubspot";
  name: string;
  /** As the card names it. */
  account: string;
  /** Fields of a deal there, for three sections of the demo's template. */
  fields: readonly [section: string, field: string][];
  /** What the field of the next step holds. */
  now: string;
  start: typeof startSalesforce | typeof startHubspot;
  port: number;
};
const VENDORS: readonly Vendor[] = [
  {
    ...{ slug: "salesforce", name: "Salesforce", start: startSalesforce },
    ...{ account: "Kestrel Freight, as integration@kestrel.test.", now: "Send deck" },
    fields: [
      ["次の対応", "NextStep"],
      ["課題", "Pain__c"],
      ["議題", "Situation__c"],
    ],
    port: Number(process.env["E2E_SALESFORCE_PORT"]),
  },
  {
    ...{ slug: "hubspot", name: "HubSpot", start: startHubspot },
    ...{ account: "4711 (app.hubspot.com).", now: "Send the numbers" },
    fields: [
      ["次の対応", "next_step"],
      ["課題", "pain"],
      ["議題", "situation"],
    ],
    port: Number(process.env["E2E_HUBSPOT_PORT"]),
  },
];

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

async function look(page: Page, name: string): Promise<void> {
  for (const [width, language] of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await wear(page, "light", language);
    const take = (theme: string) => shoot(page, `${name}-${width}-${language}-${theme}`, true);
    if (language === "en") await checkScreen(page, `${name} ${width}`, take);
    else {
      await take("light");
      await expectFits(page, `${name} ${width} ${language}`);
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await wear(page, "light", "en");
}

for (const vendor of VENDORS)
  test(`an admin connects ${vendor.name}, maps three sections and sees what a past call would change there`, async ({
    page,
  }) => {
    test.setTimeout(300_000);
    const { slug, name, account, fields, now } = vendor;
    const server = await vendor.start(vendor.port);
    server.askConsent();
    const complaints = complaintsOf(page);
    await signIn(page, "admin");
    const card = page.getByRole("listitem").filter({
      has: page.getByRole("heading", { name: new RegExp(`^${name} (?!sandbox)`), level: 3 }),
    });

    await test.step("the panel says what to enter there, and keeps the keys", async () => {
      await page.goto(INTEGRATIONS);
      await page.getByRole("link", { name: `Set up ${name}`, exact: true }).click();
      const panel = page.getByRole("region", { name: `Set up ${name}` });
      await expect(
        panel.getByText(new URL(`/auth/${slug}`, page.url()).href, { exact: true }),
      ).toBeVisible();
      await look(page, `connection-${slug}-set-up`);
      await panel.getByLabel("Client ID").fill("an-app");
      await panel.getByLabel("Client secret").fill(SECRET);
      await button(page, `Continue to ${name}`).click();
    });

    await test.step("who says no there is back, and can begin again", async () => {
      await page.getByRole("link", { name: "deny" }).click();
      await expect(page.getByText(`You cancelled. ${name} was not connected.`)).toBeVisible();
      await button(page, `Connect ${name}`).click();
      await page.getByRole("link", { name: "allow" }).click();
      await expect(page.getByText(`${name} is connected and was tested.`)).toBeVisible();
      await expect(card.getByText(account, { exact: false })).toBeVisible();
      expect(await page.content()).not.toContain(SECRET);
    });

    await test.step("a limit, a server that is down and a way elsewhere are words on the card", async () => {
      const said = async (words: string | RegExp) => {
        await button(page, `Test ${name}`).click();
        await expect(card.getByText(words)).toBeVisible();
      };
      server.fail({ status: 429, headers: { "retry-after": "1800" } });
      await said(/asks us to slow down\. .*It asked to be left alone until/);
      server.fail({ status: 503 });
      await said(/did not answer\. We try again every 15 minutes\./);
      server.fail({ status: 302, headers: { location: "http://169.254.169.254/" } });
      await said(/pointed to another address/);
      await look(page, `connection-${slug}`);
      await button(page, `Test ${name}`).click();
      await expect(card.getByText(/pointed to another address/)).toHaveCount(0);
    });

    const address = `/setting/summarization-template/3/${slug}-mapping`;
    await test.step("three sections go into fields of its own", async () => {
      for (const [section, field] of fields) {
        await page.goto(address);
        await page.getByRole("link", { name: "Add row" }).click();
        const panel = page.getByRole("region", { name: "New row" });
        await panel.getByLabel("Section").selectOption({ label: section });
        await panel.getByRole("button", { name: "Show fields" }).click();
        await expect(page).toHaveURL(/[?&]section=/);
        await page.reload();
        await page.getByRole("searchbox", { name: "Search fields" }).fill(field);
        await page.getByRole("radio", { name: new RegExp(field) }).check();
        await page.getByLabel("Write", { exact: true }).selectOption({ label: "Overwrite" });
        await page.getByRole("button", { name: "Add row" }).click();
        await expect(page.getByText(`Deal: ${field}`)).toBeVisible();
      }
    });

    await test.step("a past call is linked to no deal there: one is found by name, before and after stand side by side", async () => {
      await expect
        .poll(
          async () => {
            await page.goto(address);
            return button(page, "Show preview").count();
          },
          { message: "a call of the demo has its summary", timeout: 120_000, intervals: [3_000] },
        )
        .toBe(1);
      await button(page, "Show preview").click();
      await expect(page.getByText(`This call is linked to no deal in ${name}.`)).toBeVisible();
      await page.getByLabel(`Find a deal in ${name}`).fill("Fleet roll");
      await page.getByRole("button", { name: "Find", exact: true }).click();
      await page.getByRole("link", { name: "Show the preview on Fleet rollout" }).click();
      const row = page.getByRole("row", { name: new RegExp(`Deal: ${fields[0]?.[1] ?? ""}`) });
      await expect(row).toContainText(now);
      await expect(row).toContainText("来週の会議で相談します");
      await expect(row.getByRole("link", { name: /^\d+:\d\d / }).first()).toBeVisible();
      await look(page, `mapping-${slug}`);
      expect(server.asked.filter(({ method }) => method === "PATCH")).toEqual([]);
      await row
        .getByRole("link", { name: /^\d+:\d\d / })
        .first()
        .click();
      await expect(page).toHaveURL(/\/playback\//);
    });

    await test.step("a field that is deleted there turns its row red once fields are read again", async () => {
      const [, gone = ""] = fields[1] ?? [];
      server.answerWith((asked) => {
        const answer = server.answer(asked);
        const isSchema = /describe$|properties\/deals$/.test(asked.path);
        const body = answer.body as Record<string, { name: string }[]>;
        if (!isSchema) return answer;
        const without = (list: { name: string }[] | undefined) =>
          (list ?? []).filter((one) => one.name !== gone);
        return slug === "hubspot"
          ? { body: { ...body, results: without(body["results"]) } }
          : { body: { ...body, fields: without(body["fields"]) } };
      });
      await page.goto(address);
      await button(page, "Read fields again").click();
      await expect(page.getByText(`${name} no longer has “${gone}”.`)).toBeVisible();
      await shoot(page, `mapping-${slug}-red`, true);
    });

    await test.step("rows and connection go as they came", async () => {
      for (let left = fields.length; left > 0; left -= 1) {
        await page.goto(address);
        const edit = page.getByRole("link", { name: /^Edit / }).first();
        await edit.click();
        await button(page, /^Remove/)
          .last()
          .click();
        await expect(page.getByRole("link", { name: /^Edit / })).toHaveCount(left - 1);
      }
      await page.goto(`${INTEGRATIONS}?open=${slug}`);
      await page
        .getByRole("region", { name: `Set up ${name}` })
        .getByRole("button", { name: "Disconnect", exact: true })
        .click();
      await expect(card.getByText("Not connected")).toBeVisible();
      expect(server.counts.revoked).toBe(1);
      await page.getByLabel("I want to delete this connection").check();
      await button(page, "Disconnect and delete").click();
      await expect(page.getByLabel("Client ID")).toHaveValue("");
    });
    await server.stop();
    expect(complaints.filter((one) => !one.includes("favicon"))).toEqual([]);
  });
