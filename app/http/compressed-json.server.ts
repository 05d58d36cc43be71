import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const pack = promisify(gzip);
const press = promisify(brotliCompress);
/** Below this a packet is a packet. */
const WORTH_BYTES = 1_400;
/** Quality 5 is near gzip's cost and a fifth smaller on columns of numbers. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/**
 * Large JSON of one reader: compressed, revalidated by its own hash, never stored by proxies (data §2.3).
 * @param cache `no-store` for what a visitor must not keep (reliability §3.5)
 */
export async function compressedJson(
  request: Request,
  value: object,
  cache: "private, no-cache" | "no-store" = "private, no-cache",
): Promise<Response> {
  const text = Buffer.from(JSON.stringify(value));
  const etag = `"${createHash("sha256").update(text).digest("hex").slice(0, 32)}"`;
  const headers = {
    ETag: etag,
    "Cache-Control": cache,
    Vary: "Cookie, Accept-Encoding",
  };
  if (request.headers.get("if-none-match") === etag)
    return new Response(null, { status: 304, headers });
  const accepted = request.headers.get("accept-encoding") ?? "";
  const plain = { ...headers, "Content-Type": "application/json; charset=utf-8" };
  if (text.length < WORTH_BYTES) return new Response(text, { headers: plain });
  if (/\bbr\b/.test(accepted))
    return new Response(await press(text, BROTLI), {
      headers: { ...plain, "Content-Encoding": "br" },
    });
  if (/\bgzip\b/.test(accepted))
    return new Response(await pack(text), { headers: { ...plain, "Content-Encoding": "gzip" } });
  return new Response(text, { headers: plain });
}
