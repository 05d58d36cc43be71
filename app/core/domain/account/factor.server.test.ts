import { TOTP, Secret } from "otpauth";
import { afterEach, expect, test } from "vitest";
import { stopClock } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { deliver } from "#tests/support/emails.ts";
import { queueForFile } from "#tests/support/queue.ts";
import type { Origin } from "../access/actor.ts";
import { getFactor, offerFactor, switchFactorOff, switchFactorOn } from "./factor.server.ts";
import { hashPassword } from "./password.server.ts";
import { findMember } from "./session.server.ts";
import { finishSignIn, signIn } from "./sign-in.server.ts";

const PASSWORD = "herons over the river";
await queueForFile();
let restart = (): void => undefined;
afterEach(() => restart());

let last = 0;
const someone = (): Origin => ({
  ip: `203.2.${(last >> 8) % 256}.${(last += 1) % 256}`,
  agent: "test browser",
  requestId: null,
});
/** What an authenticator shows at a time. */
const shown = (secret: string, at: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });
const start = Date.now();
/** Another sign in its middle, whichever is there: at its end some signs mean the same. */
const spoiled = (text: string): string => {
  const middle = Math.floor(text.length / 2);
  return `${text.slice(0, middle)}${text[middle] === "A" ? "B" : "A"}${text.slice(middle + 1)}`;
};
const at = (seconds: number): number => {
  restart();
  const time = start + seconds * 1_000;
  restart = stopClock(new Date(time));
  return time;
};

async function protectedPerson(): Promise<{ person: SignedIn; secret: string; codes: string[] }> {
  const person = await aMember(await aWorkspace());
  await db.identity.updateMany({
    where: { workspaceId: person.workspaceId, memberId: person.memberId },
    data: { password: await hashPassword(PASSWORD) },
  });
  const { secret, sealed } = offerFactor(person);
  const codes = await switchFactorOn(person, {
    sealed,
    code: shown(secret, at(0)),
    currentPassword: PASSWORD,
  });
  return { person, secret, codes };
}
const begin = ({ email }: SignedIn) => signIn({ email, password: PASSWORD }, someone());
const wrong = { code: "validation_failed", fields: { code: ["wrong_code"] } };

test("behind the password a code is asked, works once, and only then there is a session", async () => {
  const { person, secret } = await protectedPerson();
  const time = at(60);
  const partial = await begin(person);
  expect(partial.needsFactor).toBe(true);
  expect(await findMember(partial.token, someone())).toBeNull();
  await expect(finishSignIn(partial.token, "000000", someone())).rejects.toMatchObject(wrong);
  const code = shown(secret, time);
  const token = await finishSignIn(partial.token, code, someone());
  expect(await findMember(token, someone())).toMatchObject({ memberId: person.memberId });
  await expect(finishSignIn(partial.token, code, someone())).rejects.toMatchObject({
    code: "unauthenticated",
  });
  const again = await begin(person);
  await expect(finishSignIn(again.token, code, someone())).rejects.toMatchObject(wrong);
  expect(
    await db.session.findFirst({ where: { memberId: person.memberId, factorAt: { not: null } } }),
  ).not.toBeNull();
});

test("without the first step, or with one that is over, there is no second", async () => {
  const { person, secret } = await protectedPerson();
  for (const token of ["", "x", person.token])
    await expect(finishSignIn(token, shown(secret, at(90)), someone())).rejects.toMatchObject({
      code: "unauthenticated",
    });
  const partial = await begin(person);
  const late = at(90 + 601);
  await expect(finishSignIn(partial.token, shown(secret, late), someone())).rejects.toMatchObject({
    code: "unauthenticated",
  });
});

test("ten recovery codes work once each, however they are written; the database has only hashes", async () => {
  const { person, codes } = await protectedPerson();
  expect(new Set(codes).size).toBe(10);
  expect(await getFactor(person)).toEqual({ isOn: true, codesLeft: 10 });
  const [first = "", second = ""] = codes;
  await finishSignIn((await begin(person)).token, first.toUpperCase().replace("-", " "), someone());
  expect(await getFactor(person)).toEqual({ isOn: true, codesLeft: 9 });
  await expect(finishSignIn((await begin(person)).token, first, someone())).rejects.toMatchObject(
    wrong,
  );
  const dump = JSON.stringify(await db.recoveryCode.findMany(), (_key, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : value,
  );
  expect(dump).not.toContain(second);
  const other = await protectedPerson();
  await expect(
    finishSignIn((await begin(other.person)).token, second, someone()),
  ).rejects.toMatchObject(wrong);
});

test("one code sent twice at the same moment opens one session", async () => {
  const { person, secret } = await protectedPerson();
  const time = at(120);
  const halves = [await begin(person), await begin(person), await begin(person)];
  const tries = await Promise.allSettled(
    halves.map(({ token }) => finishSignIn(token, shown(secret, time), someone())),
  );
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("guessing codes waits after five, also from other addresses and with a new first step", async () => {
  const { person, secret } = await protectedPerson();
  for (let n = 0; n < env().LIMIT_SIGN_IN_TRIES; n += 1)
    await expect(
      finishSignIn((await begin(person)).token, "000000", someone()),
    ).rejects.toMatchObject(wrong);
  await expect(
    finishSignIn((await begin(person)).token, shown(secret, at(150)), someone()),
  ).rejects.toMatchObject({ code: "rate_limited" });
});

test("switching it on needs a right code, the password and one's own key, ends other devices, and is told by mail", async () => {
  const person = await aMember(await aWorkspace());
  const stranger = await aMember(await aWorkspace());
  await db.identity.updateMany({
    where: { memberId: { in: [person.memberId, stranger.memberId] } },
    data: { password: await hashPassword(PASSWORD) },
  });
  const other = (await signIn({ email: person.email, password: PASSWORD }, someone())).token;
  const { secret, sealed } = offerFactor(person);
  const time = at(180);
  const code = shown(secret, time);
  const on = (more: object) =>
    switchFactorOn(person, { sealed, code, currentPassword: PASSWORD, ...more });
  await expect(on({ code: "000000" })).rejects.toMatchObject(wrong);
  await expect(on({ currentPassword: "x" })).rejects.toMatchObject({
    fields: { currentPassword: ["wrong_password"] },
  });
  await expect(
    switchFactorOn(stranger, { sealed, code, currentPassword: PASSWORD }),
  ).rejects.toMatchObject({ fields: { "": ["offer_ended"] } });
  await expect(on({ sealed: spoiled(sealed) })).rejects.toMatchObject({
    fields: { "": ["offer_ended"] },
  });
  await on({});
  expect(await findMember(other, someone())).toBeNull();
  expect(await findMember(person.token, someone())).not.toBeNull();
  await switchFactorOff(person, { currentPassword: PASSWORD });
  expect(await getFactor(person)).toEqual({ isOn: false, codesLeft: 0 });
  expect((await deliver(person.email)).map(({ template }) => template)).toEqual([
    "new_device",
    "factor_on",
    "factor_off",
  ]);
  expect((await begin(person)).needsFactor).toBe(false);
});
