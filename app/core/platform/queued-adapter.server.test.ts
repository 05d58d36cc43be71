import { expect, test } from "vitest";
import { aCall, aMember, aParticipant, aWorkspace } from "#tests/support/factories.ts";
import { db } from "./db.server.ts";

test("a read of several relations in a transaction sends one statement after the other, and a failed one ends nothing else", async () => {
  const warned: string[] = [];
  const onWarning = ({ message }: Error) => void warned.push(message);
  process.on("warning", onWarning);
  const owner = await aMember(await aWorkspace());
  const call = await aCall(owner);
  await aParticipant(call, { memberId: owner.memberId, side: "R" });
  const where = { workspaceId_id: { workspaceId: owner.workspaceId, id: call.id } };
  const found = await db.$transaction(async (tx) => {
    const [one, other] = await Promise.all([
      tx.call.findUniqueOrThrow({
        where,
        select: { participants: true, callGrants: true, recordings: true, owner: true },
      }),
      tx.call.findUniqueOrThrow({ where, select: { participants: true, clips: true } }),
    ]);
    return [...one.participants, ...other.participants];
  });
  expect(found.map(({ memberId }) => memberId)).toEqual([owner.memberId, owner.memberId]);
  const refused = db.$transaction((tx) => Promise.all([tx.$queryRaw`SELECT 1/0`, tx.call.count()]));
  await expect(refused).rejects.toThrow(/division by zero|aborted/);
  expect(await db.call.count({ where: { workspaceId: owner.workspaceId } })).toBe(1);
  await new Promise((done) => setImmediate(done)); // warnings come a turn later
  process.off("warning", onWarning);
  expect(warned.filter((message) => message.includes("already executing"))).toEqual([]);
});
