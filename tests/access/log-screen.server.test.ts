import { beforeAll, describe, expect, test } from "vitest";
import { type AuditEvent, EVENTS } from "#app/core/domain/audit/events.ts";
import { record } from "#app/core/domain/audit/record.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { paths } from "#app/paths.ts";
import {
  aCall,
  aMember,
  aRecording,
  aTeam,
  aWorkspace,
  type SignedIn,
} from "#tests/support/factories.ts";
import { tablesOf, wordsOf } from "#tests/support/read-page.ts";
import { asSystem } from "#app/core/domain/access/actor.ts";
import { appForFile } from "./app-for-file.ts";

const app = await appForFile({ draws: true });
/** What no reader of a log is shown: an id or its end, a code, nothing as a word, a key. */
const CODED =
  /[\da-f]{8}-[\da-f]{4}|\b(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{10,}\b|\bnull\b|\bundefined\b|\bNaN\b|\[object|\b[a-z_]+\.[a-z_]+\b|\{\{/;
/** Of what entries are about: with names, and without. */
const KINDS = [
  ...["passkey", "session", "guest", "comment", "clip", "library", "deal", "deal_stage"],
  ...["contact", "label", "label_group", "view", "term", "term_suggestion", "tracker"],
  ...["template", "mapping", "mapping_row", "connection", "sign_up_link", "bulk_run"],
  ...["private_access", "lexicon", "of_no_kind"],
];

let admin: SignedIn;
let team: { id: string; name: string };
let label: { id: string; name: string };
const events = Object.keys(EVENTS).filter(isEvent);
function isEvent(name: string): name is AuditEvent {
  return Object.hasOwn(EVENTS, name);
}

beforeAll(async () => {
  const workspace = await aWorkspace();
  admin = await aMember(workspace, { role: "admin", name: "Mari Kato" });
  team = await aTeam(workspace);
  const call = await aCall(admin, { title: "Lane quote", visibility: "workspace" });
  const recording = await aRecording(call);
  label = await db.label.create({
    data: {
      ...{ workspaceId: workspace.id, id: newId(), colour: "rose" },
      ...{ name: "Renewal at risk", folded: "renewal at risk" },
    },
  });
  const facts = {
    ...{ label: label.id, team: team.id, owner: admin.memberId, successor: newId() },
    ...{ item: newId(), link: newId(), rule: null, parent: null, why: "nobody_came" },
    ...{ bytes: 12_345_678, seconds: 90, until: new Date().toISOString(), isOn: true },
    ...{ list: "talk-stats", fields: ["closeOn", "stage"], phrases: [{ text: "a" }] },
  };
  const before = { ...facts, label: newId(), rule: "x", bytes: 1, isOn: null, fields: [] };
  await db.$transaction(async (tx) => {
    for (const event of events)
      await record(tx, admin, event, { kind: "call", id: call.id }, { before, after: facts });
    for (const kind of KINDS)
      for (const event of ["label.applied", "call.updated"] as const)
        await record(tx, admin, event, { kind, id: newId() }, { after: facts });
    await record(tx, admin, "label.made", { kind: "label", id: label.id }, { after: facts });
    await record(tx, admin, "recording.retried", { kind: "recording", id: recording.id });
    await record(tx, asSystem(workspace.id, "sweep.night"), "recording.ready", {
      ...{ kind: "recording", id: recording.id },
    });
  });
});

async function pageOf(path: string, language: string): Promise<string> {
  const answer = await app.ask(
    new Request(new URL(path, env().appUrl), {
      headers: { cookie: `__Host-sid=${admin.token}; lang=${language}; tz=UTC` },
    }),
  );
  expect(answer.status).toBe(200);
  return answer.text();
}

async function rowsOf(log: "system" | "user", language: string): Promise<string[][]> {
  const rows: string[][] = [];
  let path: string | undefined = log === "system" ? paths.systemLog() : paths.userLog();
  while (path !== undefined) {
    const html: string = await pageOf(path, language);
    rows.push(...(tablesOf(html)[0]?.rows ?? []));
    const next = /href="([^"]*[?&;]before=[^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
    path = next;
  }
  return rows;
}

describe.each(["en", "ja"])("in %s", (language) => {
  test.each(["system", "user"] as const)("the %s log shows words and names alone", async (log) => {
    const rows = await rowsOf(log, language);
    expect(rows.length).toBeGreaterThan(50);
    for (const row of rows) expect(row.join(" | ")).not.toMatch(CODED);
    const text = rows.flat().join(" | ");
    const known = ["Lane quote", label.name, team.name, "Mari Kato", "12 MB"];
    for (const word of [...known, ...(log === "system" ? ["Parley"] : [])])
      expect(text.replaceAll("\u00a0", " ")).toContain(word);
  });

  test("the filter shows what it is about by its name, and holds the id", async () => {
    const html = await pageOf(paths.systemLog({ target: label.id }), language);
    const form = /<form[^>]*role="search".*?<\/form>/s.exec(
      html.slice(html.indexOf('name="event"') - 3_000),
    )?.[0];
    expect(form).toMatch(new RegExp(`type="hidden"[^>]*value="${label.id}"`));
    expect(wordsOf(form ?? "")).toContain(label.name);
    expect(wordsOf(form ?? "")).not.toMatch(CODED);
  });
});
