import { expect, test, vi } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { aCall, aClip, aMember, aWorkspace } from "#tests/support/factories.ts";
import { shareClips } from "./clip-link.server.ts";
import { manyClipLinksForm } from "./link.schema.ts";
import * as urls from "./link-url.server.ts";

vi.mock(import("./link-url.server.ts"), { spy: true });

test("links that are made stay where something breaks off behind them", async () => {
  const owner = await aMember(await aWorkspace());
  const call = await aCall(owner);
  const clips = [await aClip(call, owner), await aClip(call, owner), await aClip(call, owner)];
  const [first, second, third] = clips.map(({ id }) => id);
  const seal = vi.spyOn(urls, "sealPath");
  const real = await vi.importActual<typeof urls>("./link-url.server.ts");
  seal.mockImplementation((urlPath) => {
    if (seal.mock.calls.length === 2) throw new Error("out of order");
    return real.sealPath(urlPath);
  });
  const form = { clips: JSON.stringify(clips.map(({ id }) => ({ clipId: id, revision: 1 }))) };
  const { shared, unshared } = await shareClips(owner, manyClipLinksForm.parse(form));
  seal.mockRestore();
  expect([shared.map(({ clipId }) => clipId), unshared]).toEqual([
    [first, third],
    [{ clipId: second, why: "failed" }],
  ]);
  expect(await db.sharedLink.count({ where: { workspaceId: owner.workspaceId } })).toBe(2);
});
