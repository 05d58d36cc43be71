import { expect, test } from "vitest";
import { openPcmRouter } from "./pcm-router.ts";

const MEMBER = { participantId: "mari", name: "Mari", isRecorded: true };
const block = (tab: string, startMs: number) => ({
  id: `rep:mari:${tab}/microphone`,
  startMs,
  pcm: new Int16Array(1_600),
});

async function openRouter() {
  const heard: string[] = [];
  const give = openPcmRouter(
    () => Promise.resolve(MEMBER),
    { push: () => undefined },
    { push: (_who, { id, startMs }) => heard.push(`${id.split("/")[0]?.slice(-1)} ${startMs}`) },
  );
  // Whose voices they are is asked once.
  give(block("a", 0));
  await expect.poll(() => heard).toEqual(["a 0"]);
  return { heard, give };
}

test("while one tab takes over from another, what is said is heard once", async () => {
  const { heard, give } = await openRouter();
  give(block("b", 100));
  await expect.poll(() => heard).toContain("b 100");
  give(block("a", 100));
  give(block("b", 200));
  give(block("a", 200));
  give(block("b", 300));
  expect(heard).toEqual(["a 0", "b 100", "b 200", "b 300"]);
});

test("where the newer tab is gone again, the older one is heard", async () => {
  const { heard, give } = await openRouter();
  give(block("b", 100));
  await expect.poll(() => heard).toContain("b 100");
  give(block("a", 400));
  give(block("a", 800));
  expect(heard).toEqual(["a 0", "b 100", "a 800"]);
});
