import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { remember } from "#app/core/platform/remember.ts";

/** Script and style of players on other sites, as `vite.config.ts` writes them beside the app's own. */
const NAMES = { script: "embed-player.js", style: "embed-player.css" };

/** Their addresses; the version is that of their bytes, since browsers keep assets for a year. */
export const embedFiles = (): { script: string; style: string } =>
  remember("embed-files", () => ({
    script: addressOf(NAMES.script),
    style: addressOf(NAMES.style),
  }));

function addressOf(name: string): string {
  try {
    const hash = createHash("sha256").update(readFileSync(`build/client/assets/${name}`));
    return `/assets/${name}?v=${hash.digest("hex").slice(0, 12)}`;
  } catch {
    return `/assets/${name}`; // not built: a test without browsers
  }
}
