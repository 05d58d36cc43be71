import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  bringBinary,
  cachedFile,
  canBuild,
  findBinary,
  findGo,
  LIVEKIT_VERSION,
  LivekitMissing,
  releaseFor,
} from "./livekit-binary.ts";
import { bornAt } from "./processes.ts";

let folder = "";
let server: Server | undefined;
const never = new AbortController().signal;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "parley-livekit-"));
});
afterEach(() => {
  server?.close();
  server = undefined;
  rmSync(folder, { recursive: true, force: true });
});

/** A program that says a version as the media server does. */
function program(file: string, version: string): string {
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, `#!/bin/sh\necho "livekit-server version ${version}"\n`);
  chmodSync(file, 0o755);
  return file;
}

/** A Go that does what `lines` say instead of building. */
function go(lines: string): { file: string } {
  const file = join(folder, "go");
  writeFileSync(file, `#!/bin/sh\n${lines}\n`);
  chmodSync(file, 0o755);
  return { file };
}
const BUILDS = `echo "$@" >> $(dirname $0)/asked
printf '#!/bin/sh\\necho "livekit-server version ${LIVEKIT_VERSION}"\\n' > $GOBIN/server
chmod +x $GOBIN/server`;

/** Serves an archive as the release's page does. @returns its address and hash */
async function release(version: string): Promise<{ url: string; sha256: string }> {
  program(join(folder, "release/livekit-server"), version);
  writeFileSync(join(folder, "release/LICENSE"), "Apache License 2.0");
  const archive = join(folder, "archive.tar.gz");
  const names = ["LICENSE", "livekit-server"];
  execFileSync("tar", ["-czf", archive, "-C", join(folder, "release"), ...names]);
  const bytes = readFileSync(archive);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { url: await serve(200, bytes), sha256 };
}

async function serve(status: number, bytes: Buffer): Promise<string> {
  const listening = createServer((_req, res) => res.writeHead(status).end(bytes));
  server = listening;
  await new Promise<void>((done) => listening.listen(0, "127.0.0.1", done));
  const address = listening.address();
  return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/x.tar.gz`;
}

const left = (): string[] =>
  readdirSync(join(folder, "cache/livekit")).filter((name) => name !== "build.log");
const cache = (): string => join(folder, "cache");

test("the given server comes first, then the one on PATH, then the cached one", async () => {
  const cached = program(cachedFile(cache()), LIVEKIT_VERSION);
  const path = join(folder, "bin");
  expect(await findBinary(cache(), "", path)).toEqual({ file: cached, version: LIVEKIT_VERSION });
  const onPath = program(join(path, "livekit-server"), "1.12.0");
  expect(await findBinary(cache(), "", path)).toEqual({ file: onPath, version: "1.12.0" });
  const given = program(join(folder, "mine"), "1.13.4");
  expect(await findBinary(cache(), given, path)).toEqual({ file: given, version: "1.13.4" });
});

test("a given server that does not run stops everything: it is never replaced", async () => {
  program(cachedFile(cache()), LIVEKIT_VERSION);
  await expect(findBinary(cache(), join(folder, "missing"), "")).rejects.toThrow(
    "LIVEKIT_SERVER_BIN names",
  );
});

test("nothing anywhere is null", async () => {
  expect(await findBinary(cache(), "", folder)).toBeNull();
  expect(await findGo(folder)).toBeNull();
});

test.each([
  ["go1.26.8", "local", true],
  ["go1.27rc1", "local", true],
  ["go1.25.4", "auto", true],
  ["go1.24", "auto", true],
  ["go1.25.4", "local", false],
  ["go1.23.1", "auto", false],
  ["devel", "auto", false],
])("whether %s with GOTOOLCHAIN=%s can build it: %s", (version, toolchain, can) => {
  expect(canBuild(version, toolchain)).toBe(can);
});

test("releases are asked for where their hash is known, and nowhere else", () => {
  for (const arch of ["x64", "arm64"] as const) {
    const found = releaseFor("linux", arch);
    expect(found?.url).toMatch(/^https:\/\/github\.com\/.+_1\.13\.5_linux_(amd64|arm64)\.tar\.gz$/);
    expect(found?.sha256).toMatch(/^[0-9a-f]{64}$/);
  }
  expect(releaseFor("darwin", "arm64")).toBeNull();
  expect(releaseFor("linux", "riscv64")).toBeNull();
});

test("a release with the right hash is unpacked, and nothing else is left", async () => {
  const found = await bringBinary(
    cache(),
    { release: await release(LIVEKIT_VERSION), go: go("exit 9") },
    never,
  );
  expect(found).toEqual({ file: cachedFile(cache()), version: LIVEKIT_VERSION });
  expect(left()).toEqual([`livekit-server-${LIVEKIT_VERSION}`]);
});

test("a release with another hash is not used, and no other way is tried", async () => {
  const { url } = await release(LIVEKIT_VERSION);
  const wrong = { url, sha256: "0".repeat(64) };
  const tried = bringBinary(cache(), { release: wrong, go: go(BUILDS) }, never);
  await expect(tried).rejects.toMatchObject({ reason: "wrong_hash" });
  expect(left()).toEqual([]);
  expect(existsSync(join(folder, "asked"))).toBe(false);
});

test("where the release cannot be fetched, Go builds the pinned version", async () => {
  const gone = { url: await serve(404, Buffer.from("no")), sha256: "0".repeat(64) };
  const found = await bringBinary(cache(), { release: gone, go: go(BUILDS) }, never);
  expect(found.file).toBe(cachedFile(cache()));
  expect(readFileSync(join(folder, "asked"), "utf8")).toBe(
    `install github.com/livekit/livekit-server/cmd/server@v${LIVEKIT_VERSION}\n`,
  );
  expect(left()).toEqual([`livekit-server-${LIVEKIT_VERSION}`]);
});

test("two that need it at once build it once", async () => {
  const ways = { release: null, go: go(`sleep 0.2\n${BUILDS}`) };
  const found = await Promise.all([
    bringBinary(cache(), ways, never),
    bringBinary(cache(), ways, never),
  ]);
  expect(new Set(found.map(({ file }) => file))).toEqual(new Set([cachedFile(cache())]));
  expect(readFileSync(join(folder, "asked"), "utf8").trim().split("\n")).toHaveLength(1);
});

test("no way is told from a way that failed, with its last words", async () => {
  const reasonOf = (ways: Parameters<typeof bringBinary>[1]): Promise<unknown> =>
    bringBinary(cache(), ways, never).catch((error: unknown) => error);
  expect(await reasonOf({ release: null, go: null })).toMatchObject({ reason: "no_binary" });
  const failed = await reasonOf({ release: null, go: go("echo no network here >&2; exit 1") });
  expect(failed).toBeInstanceOf(LivekitMissing);
  expect(failed).toMatchObject({ reason: "build_failed" });
  expect(String(failed)).toContain("no network here");
  const useless = await reasonOf({ release: null, go: go("touch $GOBIN/server") });
  expect(useless).toMatchObject({ reason: "build_failed" });
  expect(left()).toEqual([]);
});

test("a build that is stopped leaves neither process nor file", async () => {
  const pidFile = join(folder, "pid");
  const stop = new AbortController();
  const slow = go(`sleep 60 &\necho $! > ${pidFile}\nwait`);
  const building = bringBinary(cache(), { release: null, go: slow }, stop.signal);
  while (!existsSync(pidFile) || readFileSync(pidFile, "utf8") === "") await sleep(10);
  const child = Number(readFileSync(pidFile, "utf8"));
  expect(bornAt(child)).not.toBeNull();
  stop.abort();
  await expect(building).rejects.toThrow();
  await expect.poll(() => bornAt(child)).toBeNull();
  expect(left()).toEqual([]);
});

test("what a killed build left is cleared by the next", async () => {
  mkdirSync(join(folder, "cache/livekit/.new-old/deep"), { recursive: true });
  await bringBinary(cache(), { release: null, go: go(BUILDS) }, never);
  expect(left()).toEqual([`livekit-server-${LIVEKIT_VERSION}`]);
});
