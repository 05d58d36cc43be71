import { fileURLToPath } from "node:url";
import { env } from "../env.server.ts";
import { remember } from "../remember.ts";
import type { BlobStore } from "./blob.ts";
import { fsStore } from "./fs.server.ts";
import { type S3Settings, s3Store } from "./s3.server.ts";

/** The folder of a `file:` store, or null when media lie elsewhere. */
export function blobFolder(): string | null {
  const { blobUrl } = env();
  if (!blobUrl.startsWith("file:")) return null;
  return blobUrl.startsWith("file://") ? fileURLToPath(blobUrl) : blobUrl.slice("file:".length);
}

/** The bucket where media lie, or null when they lie in a folder. */
export function s3Settings(): S3Settings | null {
  if (blobFolder() !== null) return null;
  const { hostname, pathname } = new URL(env().blobUrl);
  const { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY = "", S3_SECRET_KEY = "" } = env();
  return {
    bucket: hostname,
    prefix: pathname.replace(/^\//, "").replace(/([^/])$/, "$1/"),
    region: S3_REGION,
    accessKey: S3_ACCESS_KEY,
    secretKey: S3_SECRET_KEY,
    ...(S3_ENDPOINT !== undefined && { endpoint: S3_ENDPOINT }),
  };
}

/** The store that BLOB_URL names: `file:/folder` or `s3://bucket/prefix`. */
export const blobs = (): BlobStore =>
  remember("blobs", () => {
    const bucket = s3Settings();
    return bucket ? s3Store(bucket) : fsStore(blobFolder() ?? "");
  });
