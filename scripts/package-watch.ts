import { setTimeout as sleep } from "node:timers/promises";
import { say } from "./output.ts";
import { fixFor, missingPackages, type Packages, packagesFile, readPackages } from "./packages.ts";
import { writeComponent } from "./component-status.ts";

/** What a missing package costs, in one sentence. */
const COSTS: Record<string, string> = {
  ffmpeg: "no ffmpeg: recordings wait, and are processed when it appears",
  pocketsphinx:
    "no speech recogniser (pocketsphinx): calls are kept without a transcript; importing one works",
  "pocketsphinx-en-us":
    "no English model of the recogniser (pocketsphinx-en-us): calls are kept without a transcript; importing one works",
  flite: "no voices (flite): the demo's calls come in as imported transcripts",
  "fonts-ipaexfont-gothic":
    "no font with Japanese letters (fonts-ipaexfont-gothic): clips are kept as sound, and their videos wait",
  bubblewrap: "no bubblewrap: media is processed with a weaker isolation",
};

export type PackageWatch = { lines: () => string[] };

/**
 * Follows what is prepared beside the start, keeps the row `packages` of part_state, and says on the terminal what
 * came and what will not come.
 */
export function watchPackages(
  dataDir: string,
  databaseUrl: string,
  signal: AbortSignal,
): PackageWatch {
  const now = (): Packages => readPackages(packagesFile(dataDir)) ?? found();
  void follow(now, databaseUrl, signal);
  return { lines: () => linesFor(now()) };
}

/** One sentence for each missing part and the command that brings them; nothing when all are there. */
export function linesFor({ state, missing, fix }: Packages): string[] {
  if (missing.length === 0) return [];
  if (state === "preparing") return [`Still coming, by apt: ${missing.join(", ")}`];
  return [...missing.map((name) => `Off: ${COSTS[name] ?? `${name} is missing`}.`), `Fix: ${fix}`];
}

function found(): Packages {
  const missing = missingPackages();
  return { state: missing.length === 0 ? "on" : "off", missing, fix: fixFor(missing) };
}

async function follow(
  now: () => Packages,
  databaseUrl: string,
  signal: AbortSignal,
): Promise<void> {
  let written = "";
  let writtenAt = 0;
  let wasPreparing = false;
  while (!signal.aborted) {
    let packages = now();
    if (packages.state !== "preparing") packages = found(); // somebody may have followed the fix since
    const text = JSON.stringify(packages);
    if (
      (text !== written || Date.now() - writtenAt > 60_000) &&
      (await writeComponent(databaseUrl, "packages", packages.state, {
        missing: packages.missing,
        fix: packages.fix,
      }))
    ) {
      if (wasPreparing && packages.state !== "preparing")
        for (const line of packages.state === "on"
          ? ["All programs are there: nothing is off any more."]
          : linesFor(packages))
          say(line);
      wasPreparing = packages.state === "preparing";
      written = text;
      writtenAt = Date.now();
    }
    await sleep(1_000, undefined, { signal }).catch(() => undefined);
  }
}
