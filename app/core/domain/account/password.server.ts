import { hash, verify } from "@node-rs/argon2";
import { remember } from "#app/core/platform/remember.ts";

/** OWASP's argon2id floor: 19 MiB, 2 passes, 1 lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> =>
  hash(password.normalize("NFC"), COST);

const dummy = () => remember("dummy-password", () => hashPassword(crypto.randomUUID()));

/**
 * Takes the same time for an unknown person (`stored` null) as for a wrong password, so time tells nothing.
 */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const isRight = await verify(stored ?? (await dummy()), password.normalize("NFC"));
  return stored !== null && isRight;
}
