import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { env } from "./env.server.ts";

/** SHA-256 of a secret we hand out once and look up later. */
export const hashOf = (secret: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash("sha256").update(secret).digest());

/** A secret for links, cookies and keys: `bytes` random bytes in base64url. */
export const newSecret = (bytes = 32): string => randomBytes(bytes).toString("base64url");

/** A key of its own for each purpose, from the installation's one (HKDF, RFC 5869). */
export const keyFor = (purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", env().secretKey, "parley", purpose, 32));

/** Encrypts with AES-256-GCM: 12 bytes nonce, 16 bytes tag, then the text. */
export function seal(purpose: string, text: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyFor(purpose), nonce);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** Reads what `seal` wrote. @throws Error when the key is another one or a byte was changed */
export function unseal(purpose: string, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv("aes-256-gcm", keyFor(purpose), bytes.subarray(0, 12), {
    authTagLength: 16, // a shorter one would be taken, and is easily guessed
  });
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
}

export function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
