import { randomBytes } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { receiveForm } from "./form-upload.server.ts";

await queueForFile();
let rep: SignedIn;
beforeEach(async () => {
  rep = await aMember(await aWorkspace());
});

/** What a browser without script posts: the form's fields, and its files. */
async function post(
  fields: Record<string, string>,
  files: Record<string, Buffer>,
): Promise<number> {
  const body = new FormData();
  for (const [name, value] of Object.entries({ consent: "on", language: "en", ...fields }))
    body.set(name, value);
  for (const [name, bytes] of Object.entries(files))
    body.append("file", new Blob([new Uint8Array(bytes)]), name);
  const request = new Request("http://local/recordings", { method: "POST", body });
  return (await receiveForm(rep, request)).status;
}
const people = () =>
  db.participant.findMany({
    where: { workspaceId: rep.workspaceId },
    orderBy: { lane: "asc" },
    select: { name: true, side: true, lane: true },
  });

test("a single file keeps the name and the side it was given", async () => {
  const fields = { "speaker.0": "Ana Costa", "side.0": "C" };
  expect(await post(fields, { "call.wav": randomBytes(20) })).toBe(303);
  expect(await people()).toEqual([{ name: "Ana Costa", side: "C", lane: 0 }]);
});

test("a single file whose speaker is left empty is everybody's", async () => {
  const fields = { "speaker.0": " ", "side.0": "R" };
  expect(await post(fields, { "call.wav": randomBytes(20) })).toBe(303);
  expect(await people()).toEqual([]);
});

test("a colleague by name is linked unless the form says otherwise, and is none on a private call", async () => {
  await aMember({ id: rep.workspaceId }, { name: "Mari Kato" });
  const fields = { "speaker.0": "mari kato", "side.0": "R" };
  const linked = async (more: Record<string, string>) => {
    expect(await post({ ...fields, ...more }, { "call.wav": randomBytes(20) })).toBe(303);
    const { memberId } = await db.participant.findFirstOrThrow({
      where: { workspaceId: rep.workspaceId },
      orderBy: { id: "desc" },
    });
    return memberId !== null;
  };
  expect(await linked({})).toBe(true);
  expect(await linked({ colleagues: "by_name" })).toBe(true);
  expect(await linked({ colleagues: "none" })).toBe(false);
  expect(await linked({ visibility: "private", colleagues: "by_name" })).toBe(false);
});

test("several files are called after themselves where no name is given", async () => {
  const files = { "mari.wav": randomBytes(20), "jo.alder.wav": randomBytes(20) };
  expect(await post({ "speaker.0": "", "side.0": "R" }, files)).toBe(303);
  expect(await people()).toEqual([
    { name: "mari", side: "R", lane: 0 },
    { name: "jo.alder", side: "C", lane: 1 },
  ]);
});

test("captions beside a recording are its words; a text, which may be anything, is refused by name", async () => {
  const captions = "WEBVTT\n\n00:00.500 --> 00:02.000\n<v Ana Costa>Good morning.\n";
  const files = { "call.wav": randomBytes(20), "call.vtt": Buffer.from(captions) };
  expect(await post({}, files)).toBe(303);
  expect(await people()).toEqual([{ name: "Ana Costa", side: "R", lane: 0 }]);
  const { workspaceId } = rep;
  expect(await db.upload.findMany({ where: { workspaceId }, select: { name: true } })).toEqual([
    { name: "call.wav" },
  ]);
  expect(await db.segment.findMany({ where: { workspaceId }, select: { text: true } })).toEqual([
    { text: "Good morning." },
  ]);
  const agenda = { "call.wav": randomBytes(20), "agenda.txt": Buffer.from("Ana: Topics\n") };
  expect(await post({}, agenda)).toBe(422);
  const broken = { "call.wav": randomBytes(20), "call.vtt": Buffer.from("no captions") };
  expect(await post({}, broken)).toBe(422);
  expect(await db.call.count({ where: { workspaceId } })).toBe(1);
});
