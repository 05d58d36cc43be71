import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { archiveOf, openArchiveServer, tinyEntries } from "#media/speech/test-archive-server.ts";
import { ROOT } from "./folders.ts";

const dataDir = mkdtempSync(join(tmpdir(), "parley-command-"));
let server: Awaited<ReturnType<typeof openArchiveServer>>;
beforeAll(async () => {
  server = await openArchiveServer();
});
afterAll(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Runs the command as npm does, with nothing of ours but a folder. */
function run(
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, ["--import", "tsx", "scripts/speech-install.ts", ...args], {
    cwd: ROOT,
    env: { NODE_ENV: "test", PATH: process.env["PATH"], PARLEY_DATA: dataDir, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((done) => child.on("exit", (code) => done({ code: code ?? -1, said })));
}

test("the command lists, installs, knows what it installed, and removes", async () => {
  const listed = await run([]);
  expect(listed).toMatchObject({ code: 0 });
  expect(listed.said).toContain("Installed: none");
  expect(listed.said).toContain("sherpa-onnx-nemo-parakeet-tdt-0.6b-v2-int8");

  const address = server.file("/tiny-en.tar.gz", await archiveOf(tinyEntries()));
  const closed = await run([address]);
  expect(closed).toMatchObject({ code: 1 });
  expect(closed.said).toContain("PRIVATE_HOSTS opens single hosts");

  const open = { PRIVATE_HOSTS: "127.0.0.1" };
  const installed = await run([address], open);
  expect(installed).toMatchObject({ code: 0 });
  expect(installed.said).toMatch(
    /tiny-en is installed: nemo-ctc, en\nsha256 [0-9a-f]{64} \(remembered/,
  );
  expect((await run([address], open)).said).toContain("tiny-en is installed.");
  expect((await run([])).said).toMatch(/tiny-en\n {4}en · sha256 [0-9a-f]{64}/);

  expect((await run(["--remove", "tiny-en"])).said).toContain("tiny-en is removed.");
  server.file("/tiny-en.tar.gz", await archiveOf(tinyEntries("another")));
  const other = await run([address], open);
  expect(other).toMatchObject({ code: 1 });
  expect(other.said).toContain("add --another");
  expect(await run([address, "--another"], open)).toMatchObject({ code: 0 });
});

test("what it does not know it says in words", async () => {
  expect(await run(["nothing-like-it"])).toMatchObject({ code: 1 });
  expect((await run(["--first", "nothing"])).said).toContain("There is no such model.");
  expect(await run(["--wrong"])).toMatchObject({ code: 2 });
  const gone = await run([`${server.origin}/gone-ja.tar.bz2`], { PRIVATE_HOSTS: "127.0.0.1" });
  expect(gone.said).toContain("There is no archive there.");
});
