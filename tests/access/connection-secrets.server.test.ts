// First: the application reads its settings once.
import { hubspotServer, salesforceServer, sandboxServer } from "#tests/support/crm-servers.ts";
import { expect, test, vi } from "vitest";
import * as z from "zod";
import { PROVIDER_SLUGS } from "#app/core/domain/connection/connection-types.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { log } from "#app/core/platform/log.server.ts";
import { aMember, aWorkspace } from "#tests/support/factories.ts";
import { aVisitor } from "#tests/support/visitor.ts";
import { appForFile } from "./app-for-file.ts";

const app = await appForFile({ draws: true });
const PAGE = "/setting/admin-system-integration";
const SECRET = "a secret: of ours";
const SERVERS = {
  salesforce: salesforceServer,
  "salesforce-sandbox": sandboxServer,
  hubspot: hubspotServer,
};
const leadingTo = z.object({ leaving: z.string() });

/** Where an admin looks, and what can be taken home. */
const PAGES = [
  PAGE,
  ...PROVIDER_SLUGS.map((slug) => `${PAGE}?open=${slug}`),
  `${PAGE}?_data=routes/setting/admin-integration&open=hubspot`,
  ...["salesforce", "hubspot"].map(
    (crm) => `/setting/summarization-template/1/${crm}-mapping?row=new`,
  ),
  "/setting/audit-log/system-log",
  "/setting/audit-log/user-log",
  "/audit-log/system/csv",
  "/audit-log/system/jsonl",
  "/audit-log/user/csv",
  "/audit-log/user/jsonl",
  "/setting/summarization-template",
  "/notices",
  "/",
];

/** Every row of every table, as text. */
async function everythingStored(): Promise<string> {
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT quote_ident(table_name) AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`;
  const rows: string[] = [];
  for (const { name } of tables)
    for (const row of await db.$queryRawUnsafe<{ text: string }[]>(
      `SELECT t::text AS text FROM ${name} t`,
    ))
      rows.push(`${name}: ${row.text}`);
  return rows.join("\n");
}

test("tokens, codes and secrets are in no log, page, export, refusal, address or row", async () => {
  const logged: unknown[] = [];
  const levels = ["trace", "debug", "info", "warn", "error", "fatal"] as const;
  const spies = levels.map((level) =>
    vi.spyOn(log, level).mockImplementation((...words: unknown[]) => {
      logged.push(words);
    }),
  );
  const actor = await aMember(await aWorkspace(), { role: "admin" });
  const admin = aVisitor(app);
  admin.jar.set("__Host-sid", actor.token);
  const shown: [string, string][] = [];
  const codes: string[] = [];
  const ask = async (...asked: Parameters<typeof admin.ask>) => {
    const answer = await admin.ask(...asked);
    shown.push([asked[0], `${answer.location ?? ""} ${answer.text}`]);
    return answer;
  };

  for (const slug of PROVIDER_SLUGS) {
    // What was typed is wrong, and does not come back with the refusal.
    await ask(PAGE, { intent: "save_app", slug, clientId: "", clientSecret: SECRET });
    const app = { clientId: "an-app", clientSecret: SECRET };
    const page = await admin.ask(`${PAGE}?_data=routes/setting/admin-integration`, {
      ...{ intent: "save_and_connect", slug, ...app },
    });
    const { leaving } = leadingTo.parse(JSON.parse(page.text));
    expect(leaving).not.toContain(encodeURIComponent(SECRET).slice(0, 8));
    const back = new URL(
      (await fetch(leaving, { redirect: "manual" })).headers.get("location") ?? "",
    );
    expect(back.origin).toBe(env().appUrl);
    codes.push(back.searchParams.get("code") ?? "");
    await ask(back.pathname + back.search);
    await admin.ask(back.pathname + back.search); // once more: its page is at the address that holds the code
    SERVERS[slug].expire();
    await ask(PAGE, { intent: "test_connection", slug }); // renews
  }
  hubspotServer.portal.id = 12;
  const waiting = await admin.ask(`${PAGE}?_data=routes/setting/admin-integration`, {
    ...{ intent: "connect", slug: "hubspot" },
  });
  const other = await fetch(leadingTo.parse(JSON.parse(waiting.text)).leaving, {
    redirect: "manual",
  });
  const { pathname, search } = new URL(other.headers.get("location") ?? "");
  await ask(pathname + search); // another account, which waits to be chosen
  for (const page of PAGES) await ask(page);
  salesforceServer.refuseRefresh();
  salesforceServer.expire();
  await ask(PAGE, { intent: "test_connection", slug: "salesforce" }); // breaks
  for (const page of PAGES) await ask(page);
  await ask(PAGE, { intent: "disconnect", slug: "salesforce-sandbox" });

  const given = Object.values(SERVERS).flatMap((server) => server.given);
  expect(given.length).toBeGreaterThan(10);
  const planted = [
    SECRET,
    encodeURIComponent(SECRET),
    SECRET.replaceAll(" ", "+"),
    ...given,
    ...codes,
  ];
  const findIn = (where: string, text: string) =>
    planted.filter((one) => one !== "" && text.includes(one)).map((one) => `${where}: ${one}`);
  const text = JSON.stringify(logged, (_, value: unknown) =>
    value instanceof Error ? `${value.message} ${value.stack ?? ""}` : value,
  );
  for (const spy of spies) spy.mockRestore();
  const asked = Object.values(SERVERS).flatMap((server) => server.asked);
  expect(logged.length).toBeGreaterThan(3);
  expect(findIn("log", text)).toEqual([]);
  expect(shown.flatMap(([where, one]) => findIn(where, one))).toEqual([]);
  expect(findIn("database", await everythingStored())).toEqual([]);
  const addresses = asked.map(({ path, query }) => `${path}?${query.toString()}`);
  expect(addresses.flatMap((address) => findIn("address", address))).toEqual([]);
});
