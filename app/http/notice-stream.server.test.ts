import { afterEach, beforeEach, expect, test } from "vitest";
import { markAllRead } from "#app/core/domain/notification/inbox.server.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { aLiveCall } from "#tests/support/live-rows.ts";
import { aNotice } from "#tests/support/notices.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { watchCall } from "./call-stream.server.ts";
import { watchPipeline } from "./pipeline-stream.server.ts";

await queueForFile();
let rui: SignedIn;
let aki: SignedIn;
const open: AbortController[] = [];
beforeEach(async () => {
  const workspace = await aWorkspace();
  [rui, aki] = [await aMember(workspace), await aMember(workspace)];
});
afterEach(() => {
  for (const closed of open.splice(0)) closed.abort();
});

const requestOf = ({ token }: SignedIn) =>
  new Request("http://127.0.0.1/stream", { headers: { cookie: `__Host-sid=${token}` } });
const opened = (): AbortSignal => {
  const closed = new AbortController();
  open.push(closed);
  return closed.signal;
};
const pipelineOf = (who: SignedIn) => noticesIn(watchPipeline(who, requestOf(who), opened()));

type Told = { unread: number; newest: string | null };
/** What a stream says of notices, as it comes. */
function noticesIn(response: Response): Told[] {
  const told: Told[] = [];
  const read = async (): Promise<void> => {
    let rest = "";
    const text = new TextDecoder();
    for await (const bytes of response.body ?? []) {
      const blocks = (rest + text.decode(bytes, { stream: true })).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const data = /^event: notice\ndata: (.*)$/m.exec(block)?.[1];
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what our own stream says under this name
        if (data !== undefined) told.push(JSON.parse(data) as Told);
      }
    }
  };
  read().catch(() => undefined);
  return told;
}
const soon = (what: () => unknown) => expect.poll(what, { interval: 20 });

test("every tab of a member hears of a notice, and that it was read; nobody else does", async () => {
  const tabs = [pipelineOf(rui), pipelineOf(rui)];
  const others = pipelineOf(aki);
  for (const told of [...tabs, others])
    await soon(() => told).toEqual([{ unread: 0, newest: null }]);
  const id = await aNotice(rui, { by: aki.memberId });
  for (const told of tabs) await soon(() => told.at(-1)).toEqual({ unread: 1, newest: id });
  await markAllRead(rui);
  for (const told of tabs) await soon(() => told.at(-1)).toEqual({ unread: 0, newest: id });
  const akis = await aNotice(aki);
  await soon(() => others.at(-1)).toEqual({ unread: 1, newest: akis });
  expect(others).toHaveLength(2);
});

test("a stream begins with what came before it was opened", async () => {
  const id = await aNotice(rui);
  const told = pipelineOf(rui);
  await soon(() => told).toEqual([{ unread: 1, newest: id }]);
});

test("the page of a running call has its own stream, which says so too", async () => {
  const { callId } = await aLiveCall(rui);
  const told = noticesIn(await watchCall(rui, callId, requestOf(rui), opened()));
  await soon(() => told).toEqual([{ unread: 0, newest: null }]);
  const id = await aNotice(rui);
  await soon(() => told.at(-1)).toEqual({ unread: 1, newest: id });
});

test("who looks with a member's eyes is told of nothing", async () => {
  await aNotice(rui);
  const impersonation = { ...rui, impersonator: { memberId: aki.memberId, name: "Aki" } };
  const told = noticesIn(watchPipeline(impersonation, requestOf(rui), opened()));
  await soon(() => told).toEqual([{ unread: 0, newest: null }]);
});
