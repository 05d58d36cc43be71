import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { failed, passed, sum, type Tally } from "./tally.ts";

/** What a first visit to any page may load, compressed: React and Remix alone are 88 KB (reliability §8). */
const PAGE_SCRIPT_KB = 250;
const STYLE_KB = 30;
/** Which of 120 files holds which of 11,000 characters: 29 of its 32 KB are the ranges. No page waits for it. */
const JAPANESE_KB = 34;
/** Of the player on other sites, before anybody presses play (reliability §8.1). */
const EMBED_SCRIPT_KB = 15;
const EMBED_STYLE_KB = 5;

/** Facts about the built pages: one stylesheet, the same for server and browser, and the bytes of the heaviest page. */
export function checkBuild(folder: string): Tally {
  const client = join(folder, "client/assets");
  const japanese = stylesIn(client).filter(isJapanese);
  const styles = stylesIn(client).filter((name) => !isJapanese(name) && name !== EMBED_STYLE);
  const onServer = stylesIn(join(folder, "server/assets")).filter((name) => !isJapanese(name));
  const isOne = styles.length === 1 && onServer.every((name) => name === styles[0]);
  return sum([
    isOne
      ? passed("build › one stylesheet")
      : failed(
          `build › one stylesheet: the browser has ${styles.join(", ") || "none"}, the server ${onServer.join(", ") || "none"}`,
        ),
    within("the stylesheet", totalKb(client, styles), STYLE_KB),
    within("the list of Japanese faces", totalKb(client, japanese), JAPANESE_KB),
    within("the script of the embed", totalKb(client, [EMBED_SCRIPT]), EMBED_SCRIPT_KB),
    within("the style of the embed", totalKb(client, [EMBED_STYLE]), EMBED_STYLE_KB),
    ...pages(folder),
  ]);
}

const stylesIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".css")) : [];
const EMBED_SCRIPT = "embed-player.js";
const EMBED_STYLE = "embed-player.css";
/** Loaded beside the pages, never before them. */
const isJapanese = (name: string): boolean => name.startsWith("japanese-");
const totalKb = (folder: string, names: string[]): number =>
  names.reduce((total, name) => total + zippedKb(join(folder, name)), 0);
const zippedKb = (file: string): number => gzipSync(readFileSync(file)).length / 1000;

function within(what: string, kb: number, limit: number): Tally {
  return kb <= limit
    ? passed(`build › ${what}`)
    : failed(`build › ${what} has ${kb.toFixed(1)} KB compressed, ${limit} KB are allowed`);
}

type Chunk = { module: string; imports: string[] };

/** The scripts of each route: the entry, its parents, itself, and what they import. */
function pages(folder: string): Tally[] {
  const manifest = readManifest(folder);
  if (!manifest) return [failed("build › the manifest of the pages cannot be read")];
  const sizes = new Map<string, number>();
  const kbOf = (path: string): number => {
    const known = sizes.get(path);
    if (known !== undefined) return known;
    const kb = zippedKb(join(folder, "client", path));
    sizes.set(path, kb);
    return kb;
  };
  const heaviest = Object.keys(manifest.routes).map((id) => {
    const chunks = [manifest.entry];
    for (let at: string | undefined = id; at !== undefined; at = manifest.routes[at]?.parentId) {
      const route = manifest.routes[at];
      if (route) chunks.push(route);
    }
    const files = new Set(chunks.flatMap((chunk) => [chunk.module, ...chunk.imports]));
    return { id, kb: [...files].reduce((total, file) => total + kbOf(file), 0) };
  });
  heaviest.sort((a, b) => b.kb - a.kb);
  const [most] = heaviest;
  return most
    ? [within(`the heaviest page (${most.id})`, most.kb, PAGE_SCRIPT_KB)]
    : [failed("build › there are no pages")];
}

type Manifest = { entry: Chunk; routes: Record<string, Chunk & { parentId?: string }> };

function readManifest(folder: string): Manifest | null {
  const assets = join(folder, "client/assets");
  const name = existsSync(assets)
    ? readdirSync(assets).find((file) => /^manifest-.*\.js$/.test(file))
    : undefined;
  if (name === undefined) return null;
  const source = readFileSync(join(assets, name), "utf8");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by Remix's own build, one assignment of JSON
  return JSON.parse(source.slice(source.indexOf("{"), source.lastIndexOf("}") + 1)) as Manifest;
}
