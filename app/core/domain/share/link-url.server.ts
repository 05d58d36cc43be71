import { seal, unseal } from "#app/core/platform/crypto.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { paths } from "#app/paths.ts";

/** What the stored path is encrypted for, as that of an invitation: its maker copies the link again later. */
const PURPOSE = "shared-link";

export const sealPath = (urlPath: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(seal(PURPOSE, urlPath));

/** The whole address of a link, for who may hand it on. */
export const urlOfPath = (urlPath: string): string => `${env().appUrl}${paths.shared(urlPath)}`;

/** The same of a stored link. */
export const linkUrl = (urlEnc: Uint8Array): string => urlOfPath(unseal(PURPOSE, urlEnc));
