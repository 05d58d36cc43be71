import { createHmac } from "node:crypto";
import * as z from "zod";
import { now } from "#app/core/platform/clock.ts";
import { isSame, keyFor } from "#app/core/platform/crypto.server.ts";

/** For how long a signature is worth something (product §6). */
export const SIGNATURE_MS = 10 * 60_000;

/** Whose player it is: a key or a token minted from it, and the page that was drawn with it. */
export type Principal = {
  workspaceId: string;
  keyId: string;
  tokenId: string | null;
  playId: string;
};

/** Until when, the principal, and the checksum of all before it. */
const SHAPE =
  /^(?<text>(?<until>[0-9a-z]{1,11})\.(?<workspaceId>[0-9a-f-]{36})\.(?<keyId>[0-9a-f-]{36})\.(?<tokenId>[0-9a-f-]{36}|)\.(?<playId>[0-9a-f-]{36}))\.(?<mac>[A-Za-z0-9_-]{43})$/;
const shape = z.object({
  ...{ text: z.string(), until: z.string(), mac: z.string() },
  ...{ workspaceId: z.uuid(), keyId: z.uuid(), playId: z.uuid() },
  tokenId: z.union([z.uuid(), z.literal("").transform(() => null)]),
});

/** As text: base64 spells some bytes in several ways, of which one is ours. */
const macOf = (cutId: string, text: string): string =>
  createHmac("sha256", keyFor("embed-media")).update(`${cutId}.${text}`).digest("base64url");

/** Lets one player fetch the media of one cut, for ten minutes: HMAC-SHA-256 over cut, end and principal. */
export function signMedia(
  cutId: string,
  { workspaceId, keyId, tokenId, playId }: Principal,
): string {
  const until = (now().getTime() + SIGNATURE_MS).toString(36);
  const text = [until, workspaceId, keyId, tokenId ?? "", playId].join(".");
  return `${text}.${macOf(cutId, text)}`;
}

/** @returns whose it is; null where a part of it was changed, it is another cut's, or over */
export function readSignature(cutId: string, signature: string | null): Principal | null {
  const read = shape.safeParse(SHAPE.exec(signature ?? "")?.groups);
  if (!read.success) return null;
  const { text, until, mac, ...principal } = read.data;
  if (!isSame(Buffer.from(mac), Buffer.from(macOf(cutId, text)))) return null;
  if (Number.parseInt(until, 36) <= now().getTime()) return null;
  return principal;
}
