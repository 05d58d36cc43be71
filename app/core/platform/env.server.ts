import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import * as z from "zod";
import { envSchema, isLoopback } from "./env.schema.ts";
import { type IdentityProvider, readIdentityProviders } from "./identity-provider-settings.ts";
import { remember } from "./remember.ts";

export type Env = Readonly<
  z.output<typeof envSchema> & {
    /** Public origin, no trailing slash. */
    appUrl: string;
    dataDir: string;
    cacheDir: string;
    /** 32 bytes of key material; everything encrypted or signed derives from it. */
    secretKey: Buffer;
    blobUrl: string;
    isProduction: boolean;
    /** Letters can be read on a page of this machine: nobody else reaches it, and no mail server is named. */
    hasMailPage: boolean;
    /** Whom people may sign in with besides a password. */
    identityProviders: readonly IdentityProvider[];
  }
>;

/** Reads and checks the environment once. @throws Error naming every fault at once. */
export const env = (): Env => remember("env", () => parseEnv(process.env));

export function parseEnv(source: NodeJS.ProcessEnv): Env {
  const parsed = envSchema.safeParse(source);
  if (!parsed.success) throw new Error(`Settings are wrong:\n${z.prettifyError(parsed.error)}`);
  const value = parsed.data;
  const dataDir = resolve(value.PARLEY_DATA);
  const appUrl = (value.APP_URL ?? `http://${value.HOST}:${value.PORT}`).replace(/\/$/, "");
  return Object.freeze({
    ...value,
    identityProviders: readIdentityProviders(source),
    appUrl,
    dataDir,
    cacheDir: resolve(value.PARLEY_CACHE),
    secretKey: secretKey(
      value.SECRET_KEY,
      value.SECRET_KEY_FILE ?? resolve(dataDir, "secrets/key"),
    ),
    blobUrl: value.BLOB_URL ?? `file:${resolve(dataDir, "blobs")}`,
    isProduction: !isLoopback(new URL(appUrl).hostname),
    hasMailPage:
      value.SMTP_URL === undefined &&
      isLoopback(new URL(appUrl).hostname) &&
      isLoopback(value.HOST),
  });
}

function secretKey(given: string | undefined, file: string): Buffer {
  const text = given ?? readFileSync(file, "utf8").trim();
  const key = Buffer.from(text, "base64url");
  if (key.length !== 32) throw new Error("SECRET_KEY must be 32 bytes in base64url.");
  return key;
}
