import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { addCommentForm } from "#app/core/domain/comment/comment.schema.ts";
import type { CommentView } from "#app/core/domain/comment/comment-views.ts";
import { deleteComment } from "#app/core/domain/comment/comment-state.server.ts";
import { addComment } from "#app/core/domain/comment/comment-writes.server.ts";
import { listen } from "#app/core/platform/live-feed.server.ts";
import { aCall, aMember, aTeam, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { watchPipeline } from "./pipeline-stream.server.ts";

await queueForFile();

/** What is sent before the process listens is in the page that is loaded then. */
beforeAll(
  () =>
    new Promise<void>((done) => {
      const heard = new AbortController();
      const ready = () => {
        heard.abort();
        done();
      };
      listen("comment", () => undefined, ready, heard.signal);
    }),
);

let owner: SignedIn;
let mate: SignedIn;
let stranger: SignedIn;
let callId: string;
let closed: AbortController;
beforeEach(async () => {
  const workspace = await aWorkspace();
  const team = await aTeam(workspace);
  owner = await aMember(workspace, { teams: [team] });
  mate = await aMember(workspace, { teams: [team] });
  stranger = await aMember(workspace);
  callId = (await aCall(owner)).id;
  closed = new AbortController();
});
afterEach(() => closed.abort());

type Told = { commentId: string; comment: CommentView | null };

/** The comments that a reader's page is told of, in order. */
function follow(actor: SignedIn, call = callId) {
  const since = new Date().toISOString();
  const address = `http://127.0.0.1/stream/pipeline?${new URLSearchParams({ comments: call, since }).toString()}`;
  const answer = watchPipeline(actor, new Request(address), closed.signal);
  const told: Told[] = [];
  void (async () => {
    let rest = "";
    for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (rest + piece).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks)
        if (block.includes("event: comment\n"))
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the stream's own type; the test fails where it is something else
          told.push(JSON.parse(/^data: (.+)$/m.exec(block)?.[1] ?? "null") as Told);
    }
  })().catch(() => undefined);
  return told;
}
const say = (actor: SignedIn, body: string, isPrivate = false) =>
  addComment(actor, callId, addCommentForm.parse({ body, ...(isPrivate && { isPrivate: "on" }) }));
const said = (told: Told[]) => told.map(({ comment }) => comment?.body ?? null);

test("who reads a call is told of its comments, each with their own rights", async () => {
  const [own, theirs, none] = [follow(owner), follow(mate), follow(stranger)];
  const other = follow(mate, (await aCall(owner)).id);
  await say(owner, "only for me", true);
  await say(owner, "for all");
  await expect.poll(() => said(theirs)).toEqual(["for all"]);
  await expect.poll(() => said(own)).toEqual(["only for me", "for all"]);
  expect(own[1]?.comment?.canEdit).toBe(true);
  expect(theirs[0]?.comment?.canEdit).toBe(false);
  expect([none, other]).toEqual([[], []]);
});

test("what is deleted is told as gone", async () => {
  const theirs = follow(mate);
  const { commentId } = await say(owner, "for a moment");
  await deleteComment(owner, callId, commentId);
  await expect.poll(() => said(theirs).at(-1)).toBeNull();
  expect(theirs.at(-1)).toEqual({ callId, commentId, comment: null });
});
