import { mkdir, mkdtemp, readdir, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeTempFolder, sweepTempFolders } from "./temp-folders.ts";

it("sweeps folders of dead processes after an hour, and no others", async () => {
  const dir = await mkdtemp(join(tmpdir(), "sweep-test-"));
  try {
    const mine = await makeTempFolder(dir);
    // No process has this id: it is above the largest Linux gives out.
    const old = join(dir, "speech-9999999-old");
    const fresh = join(dir, "speech-9999999-fresh");
    const foreign = join(dir, "other");
    for (const folder of [old, fresh, foreign]) await mkdir(folder);
    const past = new Date(Date.now() - 2 * 3_600_000);
    for (const folder of [mine, old, foreign]) await utimes(folder, past, past);
    await sweepTempFolders(dir);
    const left = (await readdir(dir)).map((name) => join(dir, name));
    expect(left.sort()).toEqual([foreign, fresh, mine].sort());
    await sweepTempFolders(join(dir, "nowhere"));
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});
