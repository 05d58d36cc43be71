import { expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import {
  aCall,
  aComment,
  aMember,
  aTeam,
  aWorkspace,
  type SignedIn,
} from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { writeStaleEntries } from "../search/index.server.ts";
import { searchCalls } from "../search/search.server.ts";
import { deleteComment } from "./comment-state.server.ts";
import { addComment } from "./comment-writes.server.ts";
import { addCommentForm } from "./comment.schema.ts";

await queueForFile();

const find = async (actor: SignedIn, q: string) => [...(await searchCalls(actor, q)).hits];

test("comments are searched, and named as the reason; private and deleted ones are not", async () => {
  const workspace = await aWorkspace();
  const team = await aTeam(workspace);
  const [owner, mate] = [
    await aMember(workspace, { teams: [team] }),
    await aMember(workspace, { teams: [team] }),
  ];
  const call = await aCall(owner);
  await aComment(call, mate, { body: "The zebra again", visibility: "private", t0Ms: 5 });
  const { commentId } = await addComment(
    owner,
    call.id,
    addCommentForm.parse({ body: "About the giraffe", t0Ms: 7_000 }),
  );
  while ((await writeStaleEntries()) > 0);
  const [hit] = await find(mate, "comment:giraffe");
  expect(hit?.[0]).toBe(call.id);
  expect(hit?.[1]?.reasons).toMatchObject([
    { place: "comment", commentId, t0Ms: 7_000, text: "About the giraffe" },
  ]);
  expect((await find(mate, "giraffe")).map(([id]) => id)).toEqual([call.id]);
  expect(await find(mate, "title:giraffe")).toEqual([]);
  for (const actor of [owner, mate]) expect(await find(actor, "zebra")).toEqual([]);
  await deleteComment(owner, call.id, commentId);
  while ((await writeStaleEntries()) > 0);
  expect(await find(mate, "giraffe")).toEqual([]);
  expect(await db.callSearch.count({ where: { callId: call.id } })).toBe(1);
});
