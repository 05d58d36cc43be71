import { type Door } from "./served.ts";

export type Got = { status: number; headers: Headers; body: Buffer; text: string };

/** A browser of somebody without a session, on the line: it keeps what it is given, and bodies are bytes. */
export function outsiderOf(door: Door) {
  const jar = new Map<string, string>();
  const get = async (path: string, headers: Record<string, string> = {}): Promise<Got> => {
    const cookie = [...jar].map((pair) => pair.join("=")).join("; ");
    const said = await door.say(`GET ${path}`, { ...(cookie && { cookie }), ...headers });
    for (const given of said.headers.getSetCookie()) {
      const [pair = ""] = given.split(";");
      jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    const raw = Buffer.from(said.text, "latin1");
    const isChunked = said.headers.get("transfer-encoding") === "chunked";
    const body = isChunked ? joined(raw) : raw;
    return { status: said.status, headers: said.headers, body, text: body.toString() };
  };
  return { jar, get };
}
export type Outsider = ReturnType<typeof outsiderOf>;

/** A body without the lengths of its chunks; a stream that was left has no last one. */
function joined(raw: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < raw.length; ) {
    const end = raw.indexOf("\r\n", at);
    const size = end === -1 ? 0 : Number.parseInt(raw.subarray(at, end).toString(), 16);
    if (!(size > 0)) break;
    parts.push(raw.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
  return Buffer.concat(parts);
}

const ENTITIES: Record<string, string> = {
  "&amp;": "&",
  "&quot;": '"',
  "&#x27;": "'",
  "&lt;": "<",
};

/** A page as it reads once its attributes and the strings of its scripts are undone. */
export const undone = (text: string): string =>
  text
    .replace(/&(?:amp|quot|#x27|lt);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\\u([0-9a-f]{4})/gi, (_all, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replaceAll("\\/", "/");

/** Every address of our own that a page or its data name, without what comes after `#`. */
export function addressesIn(text: string, origin: string): string[] {
  const found = undone(text).matchAll(
    /(?<=["'(=\s,>])(?:https?:\/\/[^\s"'<>\\)]+|\/[A-Za-z][^\s"'<>\\)]*)/g,
  );
  const all = [...found].flatMap(([address]) => {
    const url = URL.parse(address, origin);
    return url?.origin === origin ? [url.pathname + url.search] : [];
  });
  return [...new Set(all)];
}
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
export const idsIn = (text: string): string[] => [...new Set(undone(text).match(UUID) ?? [])];
