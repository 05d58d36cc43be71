import { expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import {
  aCall,
  aMember,
  aMixFile,
  aRecording,
  aTeam,
  aWorkspace,
} from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { newClipForm } from "./clip.schema.ts";
import { copyClip } from "./clip-copy.server.ts";
import { listClipSources } from "./clip-sources.server.ts";
import { makeClip } from "./clip-writes.server.ts";

await queueForFile();

test("a copy is the actor's own, with the same pieces and bleeps; nobody copies what they can't open", async () => {
  const workspace = await aWorkspace();
  const team = await aTeam(workspace);
  const owner = await aMember(workspace, { teams: [team] });
  const colleague = await aMember(workspace, { teams: [team] });
  const other = await aMember(workspace);
  const call = await aCall(owner, { durationMs: 60_000, visibility: "team", teamId: team.id });
  const pieces = [
    { t0Ms: 20_000, t1Ms: 24_000 },
    { t0Ms: 1_000, t1Ms: 4_000 },
  ];
  const form = newClipForm.parse({
    ...{ title: "The price", card: "Price", hasCaptions: "true", visibility: "workspace" },
    pieces: JSON.stringify(pieces),
    masks: JSON.stringify([{ participantId: null, t0Ms: 21_000, t1Ms: 21_500 }]),
  });
  const clipId = await makeClip(owner, call.id, form);
  const { copyId } = await copyClip(colleague, clipId);
  const read = (id: string) =>
    db.clip.findFirstOrThrow({
      where: { workspaceId: workspace.id, id },
      include: { cut: { select: { ranges: true, masks: true } } },
    });
  const [first, copy] = [await read(clipId), await read(copyId)];
  expect(copy).toMatchObject({ ownerId: colleague.memberId, title: "The price", card: "Price" });
  expect(copy.cut).toEqual(first.cut);
  // Wider than the call is for its owner to say: the colleague's copy asks.
  expect([first.visibility, copy.visibility, copy.wantedVisibility]).toEqual([
    ...["workspace", "team", "workspace"],
  ]);
  await expect(copyClip(other, clipId)).rejects.toMatchObject({ code: "forbidden" });
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  await expect(copyClip(stranger, clipId)).rejects.toMatchObject({ code: "not_found" });
});

test("calls to cut are those with sound that the actor may open", async () => {
  const workspace = await aWorkspace();
  const owner = await aMember(workspace);
  const other = await aMember(workspace);
  const silent = await aCall(owner, { title: "Without sound", durationMs: 1_000 });
  expect(await listClipSources(owner, "sound")).toEqual([]);
  const recording = await aRecording(silent);
  expect(await listClipSources(owner, "sound")).toEqual([]);
  await aMixFile(recording);
  expect(await listClipSources(owner, " SOUND  without")).toMatchObject([{ id: silent.id }]);
  expect(await listClipSources(owner, "nothing")).toEqual([]);
  expect(await listClipSources(other, "")).toEqual([]);
});
