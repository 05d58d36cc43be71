import { afterEach, expect, test } from "vitest";
import { sendMail } from "#app/core/jobs/mail-send.job.ts";
import { stopClock } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { queued, queueForFile } from "#tests/support/queue.ts";
import {
  findWaiting,
  listEmails,
  queueEmail,
  enqueueDeferredRequest,
  deleteOldEmails,
  requeueEmails,
} from "./outbox.server.ts";

await queueForFile();
let restart = (): void => undefined;
afterEach(() => restart());

const envelope = { to: "mari@example.com", language: "ja", workspaceId: null } as const;
const facts = { url: "https://calls.example.com/password-reset?token=secret", minutes: 60 };
const post = (dedupe: string) =>
  db.$transaction((tx) => queueEmail(tx, envelope, { name: "password_reset", dedupe, facts }));
const idOf = async (dedupe: string): Promise<string> =>
  (await db.mailOutbox.findFirstOrThrow({ where: { dedupe: `password_reset:${dedupe}` } })).id;
const jobsOf = async (mailId: string) =>
  (await queued(sendMail)).filter((payload) => payload.mailId === mailId);

test("a letter and its job are there together, or neither", async () => {
  const [kept, dropped] = [newId(), newId()];
  await post(kept);
  expect(await jobsOf(await idOf(kept))).toHaveLength(1);
  const failing = db.$transaction(async (tx) => {
    await queueEmail(tx, envelope, { name: "password_reset", dedupe: dropped, facts });
    throw new Error("on purpose");
  });
  await expect(failing).rejects.toThrow("on purpose");
  expect(await db.mailOutbox.count({ where: { dedupe: `password_reset:${dropped}` } })).toBe(0);
});

test("one occasion is one letter, also when it is posted twice at the same moment", async () => {
  const dedupe = newId();
  await Promise.all([post(dedupe), post(dedupe), post(dedupe)]);
  expect(await db.mailOutbox.count({ where: { dedupe: `password_reset:${dedupe}` } })).toBe(1);
  expect(await jobsOf(await idOf(dedupe))).toHaveLength(1);
});

test("its words are sealed at rest, and opened for whoever sends it", async () => {
  const dedupe = newId();
  await post(dedupe);
  const id = await idOf(dedupe);
  const row = await db.mailOutbox.findUniqueOrThrow({ where: { id } });
  expect(Buffer.from(row.payloadEnc).includes("secret")).toBe(false);
  expect(await findWaiting(id)).toMatchObject({ to: "mari@example.com", language: "ja", facts });
});

test("a letter whose job was lost is queued again; after a week it is forgotten", async () => {
  const dedupe = newId();
  await post(dedupe);
  const id = await idOf(dedupe);
  await db.$executeRaw`DELETE FROM jobs.job WHERE data->>'mailId' = ${id}`;
  expect(await jobsOf(id)).toEqual([]);
  restart = stopClock(new Date(Date.now() + 2 * 60_000));
  await requeueEmails();
  expect(await jobsOf(id)).toHaveLength(1);
  restart();
  restart = stopClock(new Date(Date.now() + 8 * 86_400_000));
  await deleteOldEmails();
  expect(await db.mailOutbox.count({ where: { id } })).toBe(0);
});

test("what somebody asked at the door is no letter, and stands on no page", async () => {
  const to = `${newId()}@example.com`;
  await db.$transaction((tx) =>
    enqueueDeferredRequest(tx, { ...envelope, to }, { name: "asked.password_reset", facts: {} }),
  );
  expect((await listEmails()).map((email) => email.to)).not.toContain(to);
});
