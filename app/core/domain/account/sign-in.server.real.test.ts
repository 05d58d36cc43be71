import { db } from "#app/core/platform/db.server.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { compareTimes } from "#tests/support/pairs.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { expect, test } from "vitest";
import { hashPassword, isPassword } from "./password.server.ts";
import { signIn } from "./sign-in.server.ts";

const PASSWORD = "correct horse battery";
const wrong = { code: "validation_failed", fields: { "": ["wrong_credentials"] } };

let lastAddress = 0;
const someone = () => ({
  ip: `198.51.${(lastAddress >> 8) % 256}.${(lastAddress += 1) % 256}`,
  agent: "test browser",
  requestId: null,
});

await queueForFile();

test("an unknown person takes as long as a wrong password, in 100 pairs", async () => {
  const workspace = await aWorkspace();
  const password = await hashPassword(PASSWORD);
  const people: SignedIn[] = [];
  // Nobody is tried so often, in all rounds of the comparison, that they would have to wait.
  for (let n = 0; n < 200; n += 1) people.push(await aMember(workspace));
  await db.identity.updateMany({ where: { workspaceId: workspace.id }, data: { password } });
  await isPassword(null, "warm-up");
  const { ms, part } = await compareTimes(100, async (which, at) => {
    const known = people[at % people.length]?.email ?? "";
    const email = which === "first" ? known : `not-${known}`;
    await expect(signIn({ email, password: "wrong" }, someone())).rejects.toMatchObject(wrong);
  });
  expect(ms < 1 || part < 0.05, `${ms} ms, ${part}`).toBe(true);
});
