import { expect, test } from "vitest";
import { dictionaryCommands } from "#app/core/pages/dictionary-commands.server.ts";
import { getDictionaryPage } from "#app/core/pages/dictionary.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { askCommand } from "#tests/support/commands.ts";
import {
  aCall,
  aMember,
  aParticipant,
  aTeam,
  aTranscript,
  aWorkspace,
  type SignedIn,
} from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { deleteOldCounts } from "./suggestion.server.ts";
import { correctWords } from "../transcript/transcript-writes.server.ts";

await queueForFile();

const act = (actor: SignedIn, input: Record<string, unknown>) =>
  askCommand(dictionaryCommands, actor, input, {});
const NONE = {
  tab: "suggestions",
  archived: null,
  open: null,
  q: null,
  test: null,
  language: null,
};
const shown = async (actor: SignedIn) => {
  const page = await getDictionaryPage(actor, NONE);
  if (page.tab !== "suggestions") throw new Error("another tab");
  expect(page.counts.suggestions).toBe(page.suggestions.length);
  return page.suggestions;
};

async function aHouse() {
  const workspace = await aWorkspace();
  const team = await aTeam(workspace);
  return {
    ...{ workspace, team },
    admin: await aMember(workspace, { role: "admin" }),
    manager: await aMember(workspace, { role: "manager", teams: [team] }),
    other: await aMember(workspace, { role: "manager", teams: [await aTeam(workspace)] }),
    rep: await aMember(workspace, { teams: [team] }),
  };
}

type Wishes = { after?: string; visibility?: "workspace" | "private" };
/** The owner corrects what was heard on a call of their own. */
async function correct(
  owner: SignedIn,
  teamId: string | null,
  { after = "DockLine", visibility = "workspace" }: Wishes = {},
) {
  const call = await aCall(owner, { language: "en", visibility, teamId });
  const { id } = await aParticipant(call, { side: "C", lane: 0, name: "Anke Vogt" });
  await aTranscript(call, [{ text: "we use dock line", participantId: id, t0Ms: 0, t1Ms: 4_000 }]);
  await correctWords(owner, call.id, {
    ...{
      intent: "correct_words" as const,
      number: 1,
      segment: 0,
      firstWord: 2,
      lastWord: 3,
      before: "dock line",
      after,
    },
    ...{ scope: "here" as const, addTerm: false },
  });
}

test("three equal corrections ask for a term, and who keeps the dictionary adds it", async () => {
  const { workspace, team, admin, manager, other, rep } = await aHouse();
  await correct(rep, team.id);
  await correct(rep, team.id, { after: "DocLine" });
  await correct(rep, team.id, { visibility: "private" });
  await correct(rep, team.id);
  expect(await shown(admin)).toEqual([]);
  await correct(rep, team.id);
  const [line, ...more] = await shown(manager);
  expect(more).toEqual([]);
  expect(line).toMatchObject({
    ...{ term: "DockLine", variant: "dock line", language: "en", times: 3, by: null },
    ...{ team: { id: team.id }, canDecide: true },
  });
  expect(await shown(admin)).toHaveLength(1);
  expect(await shown(other)).toEqual([]);
  expect(await shown(rep)).toEqual([]);
  const suggestionId = line?.id ?? "";
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  for (const actor of [other, stranger])
    await expect(act(actor, { intent: "accept_suggestion", suggestionId })).rejects.toMatchObject({
      code: "not_found",
    });
  await act(manager, { intent: "accept_suggestion", suggestionId });
  expect(
    await db.term.findMany({
      where: { workspaceId: workspace.id },
      select: { term: true, teamId: true, termVariants: { select: { variant: true } } },
    }),
  ).toEqual([{ term: "DockLine", teamId: team.id, termVariants: [{ variant: "dock line" }] }]);
  expect(await shown(manager)).toEqual([]);
  await expect(act(manager, { intent: "accept_suggestion", suggestionId })).rejects.toMatchObject({
    code: "not_found",
  });
  // The dictionary knows it now: further ones are no news.
  for (let n = 0; n < 3; n++) await correct(rep, team.id);
  expect(await shown(manager)).toEqual([]);
});

test("two who correct the same at one moment are counted both, and old counts go", async () => {
  const { team, manager, rep } = await aHouse();
  await Promise.all([1, 2, 3].map(() => correct(rep, team.id)));
  expect(await shown(manager)).toMatchObject([{ times: 3 }]);
  await correct(rep, team.id, { after: "DocLine" });
  const old = { workspaceId: rep.workspaceId, state: "counting" as const };
  const updatedAt = new Date(Date.now() - 91 * 86_400_000);
  await db.termSuggestion.updateMany({ where: old, data: { updatedAt } });
  expect(await deleteOldCounts()).toBe(1);
  expect(await shown(manager)).toHaveLength(1);
});

test("what was declined is not asked for again", async () => {
  const { team, manager, rep } = await aHouse();
  for (let n = 0; n < 3; n++) await correct(rep, team.id);
  const [line] = await shown(manager);
  await act(manager, { intent: "decline_suggestion", suggestionId: line?.id ?? "" });
  for (let n = 0; n < 3; n++) await correct(rep, team.id);
  expect(await shown(manager)).toEqual([]);
  expect(await db.term.count({ where: { workspaceId: rep.workspaceId } })).toBe(0);
});

test("a rep asks for a term, sees that it waits, and decides nothing", async () => {
  const { team, manager, other, rep } = await aHouse();
  const ask = { intent: "suggest_term", term: "Kestrel", variant: "kess trel", language: "en" };
  await act(rep, ask);
  const [mine] = await shown(rep);
  expect(mine).toMatchObject({
    ...{ term: "Kestrel", variant: "kess trel", times: 0, canDecide: false },
    ...{ by: { id: rep.memberId }, team: { id: team.id } },
  });
  expect(await shown(other)).toEqual([]);
  await expect(act(rep, ask)).rejects.toMatchObject({ code: "validation_failed" });
  await expect(
    act(rep, { intent: "accept_suggestion", suggestionId: mine?.id ?? "" }),
  ).rejects.toMatchObject({ code: "forbidden" });
  await act(manager, { intent: "accept_suggestion", suggestionId: mine?.id ?? "" });
  expect(await shown(rep)).toEqual([]);
  await expect(act(rep, { ...ask, variant: "" })).rejects.toMatchObject({
    code: "validation_failed",
  });
});
