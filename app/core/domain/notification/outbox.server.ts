import { sendMail } from "#app/core/jobs/mail-send.job.ts";
import { RETRY_AFTER_SECONDS } from "#app/core/jobs/define.ts";
import { enqueue } from "#app/core/jobs/enqueue.server.ts";
import { now } from "#app/core/platform/clock.ts";
import { seal, unseal } from "#app/core/platform/crypto.server.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import type {
  EmailFacts,
  EmailName,
  DeferredRequestFacts,
  DeferredRequestName,
} from "./email-templates.ts";

const PURPOSE = "mail";
/** Sealed letters are kept for the mail page and for questions of an operator, not for ever. */
const KEPT_MS = 7 * 86_400_000;

type Envelope = { to: string; language: "en" | "ja"; workspaceId: string | null };

/**
 * Puts a letter into the outbox in the transaction that made it necessary, and queues its sending.
 * @param dedupe names the occasion: a second letter for the same one is dropped
 */
export const queueEmail = <N extends EmailName>(
  tx: Tx,
  envelope: Envelope,
  email: { name: N; dedupe: string; facts: EmailFacts<N> },
): Promise<void> => put(tx, envelope, email);

/**
 * Notes what somebody typed an address for. The worker finds out whom it belongs to, so that the answer at the door
 * takes the same time for everybody.
 */
export const enqueueDeferredRequest = <N extends DeferredRequestName>(
  tx: Tx,
  envelope: Envelope,
  request: { name: N; facts: DeferredRequestFacts<N> },
): Promise<void> => put(tx, envelope, { ...request, dedupe: newId() });

async function put(
  tx: Tx,
  { to, language, workspaceId }: Envelope,
  { name, dedupe, facts }: { name: string; dedupe: string; facts: object },
): Promise<void> {
  const id = newId();
  const made = await tx.mailOutbox.createMany({
    data: {
      id,
      workspaceId,
      dedupe: `${name}:${dedupe}`,
      recipient: to,
      template: name,
      language,
      payloadEnc: new Uint8Array(seal(PURPOSE, JSON.stringify(facts))),
      dueAt: now(),
    },
    skipDuplicates: true,
  });
  if (made.count > 0) await enqueue(tx, sendMail, id, { v: 1, mailId: id });
}

export type Waiting = {
  id: string;
  to: string;
  template: string;
  language: "en" | "ja";
  facts: unknown;
  at: Date;
};

/** A letter that is still to be sent, or null: sent already, given up, or gone. */
export async function findWaiting(mailId: string): Promise<Waiting | null> {
  const row = await db.mailOutbox.findFirst({ where: { id: mailId, state: "queued" } });
  return row && opened(row);
}

type Row = {
  id: string;
  recipient: string;
  template: string;
  language: string;
  payloadEnc: Uint8Array;
  createdAt: Date;
};
const opened = (row: Row): Waiting => ({
  id: row.id,
  to: row.recipient,
  template: row.template,
  language: row.language === "ja" ? "ja" : "en",
  facts: JSON.parse(unseal(PURPOSE, row.payloadEnc)),
  at: row.createdAt,
});

/** @param tx the transaction of what else is done with it */
export async function markSent(tx: Tx, mailId: string): Promise<void> {
  await tx.mailOutbox.updateMany({
    where: { id: mailId, state: "queued" },
    data: { state: "sent", sentAt: now() },
  });
}

/** Notes a failed try: another one later, or the end. @param code a word of the error, never its text, which may quote an address */
export async function markFailed(mailId: string, code: string, isFinal: boolean): Promise<void> {
  await db.$transaction(async (tx) => {
    const row = await tx.mailOutbox.findFirst({
      where: { id: mailId, state: "queued" },
      select: { tries: true },
    });
    if (!row) return;
    const wait = isFinal ? undefined : RETRY_AFTER_SECONDS[row.tries];
    const tries = row.tries + 1;
    await tx.mailOutbox.update({
      where: { id: mailId },
      data:
        wait === undefined
          ? { state: "failed", tries, error: code }
          : { tries, error: code, dueAt: new Date(now().getTime() + wait * 1_000) },
      select: { id: true },
    });
    if (wait !== undefined)
      await enqueue(tx, sendMail, `${mailId}:${tries}`, { v: 1, mailId }, { startAfter: wait });
  });
}

/** Queues letters again whose job was lost. @returns how many */
export async function requeueEmails(): Promise<number> {
  const due = await db.mailOutbox.findMany({
    where: { state: "queued", dueAt: { lt: new Date(now().getTime() - 60_000) } },
    select: { id: true, tries: true },
    orderBy: { dueAt: "asc" },
    take: 500,
  });
  for (const { id, tries } of due)
    await db.$transaction((tx) =>
      enqueue(tx, sendMail, tries === 0 ? id : `${id}:${tries}`, { v: 1, mailId: id }),
    );
  return due.length;
}

/** Letters of long ago, whatever became of them. @returns how many */
export async function deleteOldEmails(): Promise<number> {
  const { count } = await db.mailOutbox.deleteMany({
    where: { createdAt: { lt: new Date(now().getTime() - KEPT_MS) } },
  });
  return count;
}

/** The newest letters, opened: for the mail page of a start on one machine. Questions are no letters. */
export async function listEmails(): Promise<Waiting[]> {
  const found = await db.mailOutbox.findMany({
    where: { NOT: { template: { startsWith: "asked." } } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: 50,
  });
  return found.map(opened);
}
