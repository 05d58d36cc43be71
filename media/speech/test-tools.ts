/** What the tests of this folder and the bench share and that needs no voice; test-call.ts has what speaks. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Engines, openEngines, type SpeechSetup } from "./open-engines.ts";

/** A workbench in a folder of its own; `close` ends the processes and removes it. */
export async function openWorkbench(searchPath: string, more: Partial<SpeechSetup> = {}) {
  const dir = await mkdtemp(join(tmpdir(), "speech-test-"));
  const engines: Engines = await openEngines({
    searchPath,
    cacheDir: join(dir, "cache"),
    tmpDir: join(dir, "tmp"),
    ...more,
  });
  return {
    dir,
    engines,
    async writeTrack(pcm: Int16Array, name = "track.s16"): Promise<string> {
      const path = join(dir, name);
      await writeFile(path, new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength));
      return path;
    },
    async close() {
      await engines.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Lines `from`…`to` of a script in fixtures/. */
export async function readTurns(script: string, from = 0, to = Infinity): Promise<string[]> {
  const text = await readFile(new URL(`./fixtures/${script}.txt`, import.meta.url), "utf8");
  return text
    .trim()
    .split("\n")
    .slice(from, to + 1);
}

/** Park and Miller's generator: the same numbers on every machine. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Every gate prints its number. */
export function report(gate: string, figures: Record<string, number | string>): void {
  const text = Object.entries(figures).map(([name, value]) => {
    const shown = typeof value === "number" ? String(Math.round(value * 1000) / 1000) : value;
    return `${name} ${shown}`;
  });
  process.stdout.write(`  ${gate}: ${text.join(" · ")}\n`);
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const out: T[] = [];
  for await (const item of items) out.push(item);
  return out;
}
