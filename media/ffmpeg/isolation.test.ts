import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { disguises } from "#media/fixtures/disguises.ts";
import { openRoom, type Room } from "#media/fixtures/room.ts";
import { inspectMedia } from "./inspect.ts";
import { detectIsolation } from "./isolation.ts";
import { MediaError } from "./media-error.ts";
import { runTool } from "./probe.ts";
import type { MediaTools } from "./tools.ts";

let room: Room;
let canary: string;
let port = 0;
let touches = 0;
const server = createServer((socket) => {
  touches++;
  socket.destroy();
});

beforeAll(async () => {
  room = await openRoom();
  canary = join(await room.job(), "canary.m4a");
  await room.make(room.root, ["-f", "lavfi", "-i", "sine=d=0.2", canary]);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  port = address !== null && typeof address === "object" ? address.port : 0;
});
afterAll(async () => {
  server.close();
  await room.close();
});

const signal = new AbortController().signal;
const sizeOf = async (path: string) => (await stat(path).catch(() => null))?.size ?? 0;
const OPEN = [
  "-nostdin",
  "-v",
  "error",
  "-y",
  "-protocol_whitelist",
  "file,http,tcp,crypto,data,udp,rtp",
];
const detect = (
  programs: Partial<Record<"ffmpeg" | "bwrap" | "unshare" | "setpriv", string>>,
  isUnisolatedAllowed = false,
) =>
  detectIsolation({
    binDir: join(room.root, `bin-${Math.random()}`),
    jobsRoot: join(room.root, "jobs"),
    isUnisolatedAllowed,
    programs,
  });

test("this machine has the full sandbox, and the start test leaves nothing behind", async () => {
  expect(room.tools).toMatchObject({ level: 2, hasFfmpeg: true, isUsable: true, reason: "" });
  expect(room.tools.version).toMatch(/^\d+\.\d+/);
  expect(
    (await readdir(join(room.root, "jobs"))).filter((name) => name.startsWith("start-")),
  ).toEqual([]);
});

test("without the sandbox, an unpinned playlist reads the canary and calls the port", async () => {
  const job = await room.job();
  const before = touches;
  await writeFile(join(job, "film.mp4"), disguises(canary, port)["playlist.mp4"] ?? "");
  await runTool("ffmpeg", [...OPEN, "-i", "file:film.mp4", "-f", "s16le", "out.pcm"], {
    cwd: job,
    timeoutMs: 20_000,
  });
  expect(await sizeOf(join(job, "out.pcm"))).toBeGreaterThan(0);
  expect(touches).toBeGreaterThan(before);
});

test.each(Object.keys(disguises("", 0)))(
  "%s reaches neither file nor port, pinned or not",
  async (name) => {
    const job = await room.job();
    const before = touches;
    await writeFile(join(job, name), disguises(canary, port)[name] ?? "");
    const refusal = await inspectMedia({ jobDir: job, name, tools: room.tools, signal }).catch(
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(MediaError);
    expect(refusal).toMatchObject({ isPermanent: true });
    const unpinned = [...OPEN, "-i", `file:${name}`, "-t", "1", "-f", "s16le", "file:out.pcm"];
    await runTool(room.tools.ffmpeg, unpinned, { cwd: job, timeoutMs: 2000 }).catch(
      (error: unknown) => {
        expect(error).toMatchObject({ code: "timeout" }); // a session description waits for packets that cannot come
      },
    );
    expect(await sizeOf(join(job, "out.pcm"))).toBe(0);
    expect(touches).toBe(before);
  },
);

test("inside, only the job folder, no variables and no other process are there", async () => {
  const job = await room.job();
  const shown = async (file: string) => {
    await runTool(
      room.tools.ffmpeg,
      [
        ...OPEN,
        "-f",
        "data",
        "-i",
        `file:${file}`,
        "-map",
        "0",
        "-c",
        "copy",
        "-f",
        "data",
        "file:out",
      ],
      {
        cwd: job,
        timeoutMs: 10_000,
      },
    );
    const size = await sizeOf(join(job, "out"));
    await rm(join(job, "out"), { force: true });
    return size;
  };
  await writeFile(join(job, "own"), "own");
  expect(await shown("own")).toBe(3);
  for (const file of [
    canary,
    "/etc/passwd",
    join(room.root, "bin", "sandbox-ffmpeg"),
    `/proc/${process.pid}/environ`,
  ]) {
    expect(await shown(file)).toBe(0);
  }
});

test("a working directory that is no job folder stays invisible", async () => {
  const outside = await mkdtemp(join(tmpdir(), "parley-outside-"));
  await writeFile(join(outside, "secret"), "secret");
  await runTool(
    room.tools.ffmpeg,
    [...OPEN, "-f", "data", "-i", "file:secret", "-map", "0", "-f", "data", "file:out"],
    { cwd: outside, timeoutMs: 10_000 },
  );
  expect(await readdir(outside)).toEqual(["secret"]);
  await rm(outside, { recursive: true });
});

async function reaches(tools: MediaTools): Promise<{ file: boolean; port: boolean }> {
  const job = await room.job();
  const before = touches;
  await writeFile(join(job, "film.mp4"), disguises(canary, port)["playlist.mp4"] ?? "");
  await runTool(tools.ffmpeg, [...OPEN, "-i", "file:film.mp4", "-f", "s16le", "file:out.pcm"], {
    cwd: job,
    timeoutMs: 20_000,
  });
  return { file: (await sizeOf(join(job, "out.pcm"))) > 0, port: touches > before };
}

test("without bubblewrap level 1 is taken by itself: no network, and files only behind the pin", async () => {
  const tools = await detect({ bwrap: "" });
  expect(tools).toMatchObject({ level: 1, isUsable: true, reason: "level 2: bwrap not installed" });
  expect(await reaches(tools)).toEqual({ file: true, port: false });
});

test("a bubblewrap that fails is told, and level 1 taken", async () => {
  const tools = await detect({ bwrap: "/bin/false" });
  expect(tools).toMatchObject({ level: 1, isUsable: true });
  expect(tools.reason).toMatch(/^level 2: does not run here/);
});

test("without any namespace nothing is processed, unless the operator says so", async () => {
  const strict = await detect({ bwrap: "", unshare: "/bin/false" });
  expect(strict).toMatchObject({ level: 0, isUsable: false, hasFfmpeg: true });
  expect(strict.reason).toContain("level 0 is not allowed");
  const job = await room.job();
  await room.make(job, ["-f", "lavfi", "-i", "sine=d=0.1", "a.wav"]);
  await expect(
    inspectMedia({ jobDir: job, name: "a.wav", tools: strict, signal }),
  ).rejects.toMatchObject({
    code: "sandbox_unavailable",
    isPermanent: false,
  });

  const open = await detect({ bwrap: "", unshare: "", setpriv: "" }, true);
  expect(open).toMatchObject({ level: 0, isUsable: true });
  expect(await inspectMedia({ jobDir: job, name: "a.wav", tools: open, signal })).toMatchObject({
    durationMs: 100,
  });
});

test("without ffmpeg the answer says so", async () => {
  expect(await detect({ ffmpeg: "" })).toMatchObject({
    hasFfmpeg: false,
    isUsable: false,
    reason: "ffmpeg is not installed",
  });
});
