import { expect, type Page } from "playwright/test";

/** Whoever is not signed in. */
export const PUBLIC = ["/signup", "/password-reset", "/password-reset?sent", "/signin"];

/** A search with hits that says where the words were said, and one that says where else they are, with filters. */
async function searchWithHits(page: Page): Promise<string[]> {
  const addresses = [
    `?${new URLSearchParams({ q: "side:customer 倉庫" }).toString()}`,
    `?${new URLSearchParams({ q: "title:システム", min: "1", stage: "foo" }).toString()}`,
  ];
  for (const address of addresses) {
    const found = await page.request.get(`/recordings.json${address}`);
    const { data } = (await found.json()) as { data: unknown[] };
    expect(data.length, `${decodeURIComponent(address)} finds a call`).toBeGreaterThan(0);
  }
  return addresses.map((address) => `/recordings${address}`);
}

/** What a rep can open, and addresses that lead nowhere; the calls are those of the list as it is now. */
export async function screensOfRep(page: Page): Promise<string[]> {
  const list = await page.request.get("/recordings.json");
  const { data } = (await list.json()) as { data: { callId: string; recordingId: string }[] };
  const newest = data[0];
  const oldest = data.at(-1);
  expect(oldest, "there is a call to look at").toBeDefined();
  const tabs = ["", "?tab=summary", "?tab=moments", "?tab=statistics", "?tab=crm", "?tab=info"];
  return [
    "/",
    "/?panel=crm",
    "/?panel=crm&tab=written",
    "/recordings",
    "/recordings?upload=1",
    "/recordings?q=zzzzqqq",
    ...(await searchWithHits(page)),
    ...tabs.map((tab) => `/playback/${oldest?.callId}${tab}`),
    `/playback/${newest?.callId}`,
    `/recordings/${oldest?.recordingId}`,
    "/clips",
    "/clips?sort=title&state=ready&stage=foo",
    "/library",
    "/library?kind=team&stage=foo",
    "/recorder",
    "/analytics/activity",
    "/analytics/activity?range=last-month&hours=working&stage=foo",
    "/analytics/talk-stats",
    "/analytics/talk-stats?range=last-4w&metric=longest_monologue&talk=demo&stage=foo",
    "/analytics/team-care",
    "/notices",
    "/setting/general?factor=1",
    "/setting/general?tab=sharing",
    "/setting/audit-log/user-log",
    "/password-reset?token=x",
    "/activate/x",
    "/signup/x",
    "/signout",
    "/problems/not_found",
    "/nowhere",
  ];
}

export const OF_ADMINS = [
  "/analytics/team-care?week=2026-01-01",
  "/setting/general?tab=workspace",
  "/setting/general?tab=sharing",
  "/setting/general?tab=engines",
  "/setting/general?tab=metrics",
  "/setting/general?tab=deals",
  "/setting/general?tab=deals&show=deleted",
  "/setting/member",
  "/setting/member?tab=teams",
  "/setting/member?tab=links",
  "/setting/member?tab=import",
  "/setting/dictionary",
  "/setting/dictionary?open=new",
  "/setting/dictionary?tab=lexicons",
  "/setting/dictionary?tab=lexicons&language=ja",
  "/setting/dictionary?tab=suggestions",
  "/setting/dictionary?tab=terms",
  "/setting/dictionary?tab=terms&open=new",
  "/setting/label",
  "/setting/label?tab=archived",
  "/setting/label?tab=groups",
  "/setting/summarization-template",
  "/setting/summarization-template?open=1",
  "/setting/summarization-template?tab=import",
  "/setting/summarization-template/1",
  "/setting/summarization-template/1/mock-mapping",
  "/setting/summarization-template/1/mock-mapping?row=new&section=decision&object=deal",
  "/setting/summarization-template/1/salesforce-mapping",
  "/setting/admin-system-integration",
  "/setting/admin-system-integration?open=hubspot",
  "/setting/audit-log/system-log",
  "/mail",
];

/** As one of the demo's people, in whatever language the page is. */
export async function enterAs(page: Page, who: "rep" | "admin"): Promise<void> {
  await page.locator("input[name=email]").first().fill(`${who}@demo.test`);
  await page.locator("input[type=password]").first().fill("parley-demo-calls");
  await page.locator("main form button[type=submit]").first().click();
  await page.waitForURL((url) => url.pathname === "/");
}
