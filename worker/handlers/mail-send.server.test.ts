import type { AddressInfo } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { queueEmail } from "#app/core/domain/notification/outbox.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { closeMail } from "#app/core/platform/smtp.server.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { sendMail } from "./mail-send.ts";

/** A mail server of this machine; `answer` is what it says to the next letters. */
let answer: number | null = null;
const arrived: string[] = [];
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onData(stream, _session, callback) {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("end", () => {
      if (answer !== null) {
        callback(Object.assign(new Error("no"), { responseCode: answer }));
        return;
      }
      arrived.push(Buffer.concat(chunks).toString("utf8"));
      callback();
    });
  },
});

const store: Record<symbol, unknown> = globalThis;
const key = Symbol.for("parley.env");
await queueForFile();
beforeAll(async () => {
  await new Promise<void>((up) => server.listen(0, "127.0.0.1", up));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a listening TCP server has one
  const { port } = server.server.address() as AddressInfo;
  store[key] = Object.freeze({
    ...env(),
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    SMTP_FROM: "Parley <calls@example.com>",
  });
});
afterAll(async () => {
  closeMail();
  await new Promise<void>((down) => server.close(() => down()));
});

const WORKSPACE = 'Müller & <b>"Co"</b>\r\nBcc: evil@example.com';
async function anEmail(to = "mari@example.com", language: "en" | "ja" = "en"): Promise<string> {
  const dedupe = newId();
  await db.$transaction((tx) =>
    queueEmail(
      tx,
      { to, language, workspaceId: null },
      {
        name: "invitation",
        dedupe,
        facts: {
          url: "http://127.0.0.1:3000/activate/abc",
          workspace: WORKSPACE,
          inviter: "{{url}} Ana\r\nX-Evil: 1",
          hours: 72,
        },
      },
    ),
  );
  const row = await db.mailOutbox.findFirstOrThrow({ where: { dedupe: `invitation:${dedupe}` } });
  return row.id;
}
// The handler looks at nothing but its payload.
const send = (mailId: string) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no context is touched by letters
  sendMail({ v: 1, mailId }, { signal: new AbortController().signal } as Parameters<
    typeof sendMail
  >[1]);
const stateOf = (id: string) =>
  db.mailOutbox.findUniqueOrThrow({
    where: { id },
    select: { state: true, tries: true, error: true },
  });

test("a letter arrives as text and as HTML, once, and names of people make no header and no markup", async () => {
  answer = null;
  const id = await anEmail();
  await send(id);
  await send(id);
  expect(arrived).toHaveLength(1);
  const mail = await PostalMime.parse(arrived.splice(0)[0] ?? "");
  expect(mail.from?.address).toBe("calls@example.com");
  expect(mail.to?.map(({ address }) => address)).toEqual(["mari@example.com"]);
  expect(mail.bcc).toBeUndefined();
  expect(mail.messageId).toBe(`<${id}@127.0.0.1>`);
  expect(mail.headers.some(({ key: name }) => name === "x-evil")).toBe(false);
  expect(mail.subject).toBe("{{url}} Ana X-Evil: 1 has invited you to Parley");
  expect(mail.text).toContain("http://127.0.0.1:3000/activate/abc");
  expect(mail.text).toContain("72 hours");
  expect(mail.html).toContain("&lt;b&gt;&quot;Co&quot;&lt;/b&gt;");
  expect(mail.html).not.toContain("<b>");
  expect(await stateOf(id)).toEqual({ state: "sent", tries: 0, error: null });
});

test("a Japanese letter is Japanese from its subject to its foot", async () => {
  answer = null;
  await send(await anEmail("yuki@example.com", "ja"));
  const mail = await PostalMime.parse(arrived.splice(0)[0] ?? "");
  expect(mail.subject).toContain("招待");
  expect(mail.text).toContain("返信には対応していません");
  expect(mail.html).toContain('lang="ja"');
});

test("a server that is busy hears of it again, three times; one that says no for good does not", async () => {
  answer = 451;
  const id = await anEmail();
  for (let tries = 1; tries <= 3; tries += 1) {
    await send(id);
    expect(await stateOf(id)).toMatchObject({ state: "queued", tries });
  }
  await send(id);
  expect(await stateOf(id)).toMatchObject({ state: "failed", tries: 4 });
  answer = 550;
  const refused = await anEmail();
  await send(refused);
  expect(await stateOf(refused)).toMatchObject({ state: "failed", tries: 1 });
});

test("a letter that is gone is no fault", async () => {
  await expect(send(newId())).resolves.toBeUndefined();
});
