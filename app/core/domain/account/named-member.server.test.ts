import { expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { aMember, aWorkspace } from "#tests/support/factories.ts";
import { askForMembers, findNamedMembers, isSameName } from "./named-member.server.ts";

const namesOf = async (...args: Parameters<typeof findNamedMembers>) =>
  (await findNamedMembers(...args)).map((member) => member?.name ?? null);

test("a whole name names a member, however its letters are written", async () => {
  const workspace = await aWorkspace();
  const actor = await aMember(workspace, { name: "Ana Costa" });
  await aMember(workspace, { name: "Mari Kato" });
  await aMember(workspace, { name: "佐藤 ケン", reading: "さとう けん" });
  const asked = [
    ...["  mari   KATO ", "Ｍａｒｉ　Ｋａｔｏ", "Mari", "Mari Kato (sales)", "Kato Mari", ""],
    ...["佐藤　ｹﾝ", "さとう けん", "ana costa"],
  ];
  expect(await namesOf(db, actor, asked)).toEqual([
    ...["Mari Kato", "Mari Kato", null, null, null, null],
    ...["佐藤 ケン", null, "Ana Costa"],
  ]);
  expect(isSameName("Ｍａｒｉ Kato", "mari kato ")).toBe(true);
});

test("namesakes, who left, who has not joined and members of other workspaces are no one; oneself always is", async () => {
  const workspace = await aWorkspace();
  const actor = await aMember(workspace, { name: "Ana Costa" });
  await aMember(workspace, { name: "ANA COSTA" });
  for (const name of ["Bo Li", "bo li", "Cy Ray", "Di Moe", "Ed Fox"])
    await aMember(workspace, { name });
  const change = (name: string, data: object) =>
    db.member.updateMany({ where: { workspaceId: workspace.id, name }, data });
  await change("Cy Ray", { state: "deactivated" });
  await change("Di Moe", { state: "invited" });
  await change("Ed Fox", { scrubbedAt: new Date() });
  await aMember(await aWorkspace(), { name: "Gus Orr" });
  const asked = ["Ana Costa", "Bo Li", "Cy Ray", "Di Moe", "Ed Fox", "Gus Orr"];
  expect(await findNamedMembers(db, actor, asked)).toEqual([
    { id: actor.memberId, name: "Ana Costa" },
    ...[null, null, null, null, null],
  ]);
  // Of two one left: the name is one member's.
  await change("bo li", { state: "deactivated" });
  expect(await namesOf(db, actor, ["BO LI"])).toEqual(["Bo Li"]);
});

test("who asks for names without end has to wait", async () => {
  const actor = await aMember(await aWorkspace());
  const ask = () => askForMembers(actor, [actor.name]);
  expect(await ask()).toEqual([
    { name: actor.name, member: { id: actor.memberId, name: actor.name } },
  ]);
  const asked = await Promise.allSettled(Array.from({ length: 125 }, ask));
  expect(asked.filter(({ status }) => status === "rejected").length).toBeGreaterThan(0);
});
