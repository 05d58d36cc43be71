import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { pieceName } from "./download.ts";
import { type Install, installModel, isInstalled, wishOf } from "./install-model.ts";
import { KNOWN_MODELS } from "./known-models.ts";
import type { ModelFault } from "./model-error.ts";
import { listModels, preferModel, removeModel, withModels } from "./model-store.ts";
import { languagesIn } from "./recognise-model.ts";
import { archiveOf, openArchiveServer, tarOf, tinyEntries } from "./test-archive-server.ts";
import { writeTinyModel } from "./test-model.ts";

class Refused extends Error {}

let root = "";
let server: Awaited<ReturnType<typeof openArchiveServer>>;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "models-test-"));
  server = await openArchiveServer();
});
afterEach(async () => {
  await server.close();
  await rm(root, { recursive: true, force: true });
});

const fetchHere: typeof globalThis.fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  if (url.origin !== server.origin) return Promise.reject(new Refused("not here"));
  return fetch(input, { ...init, redirect: "manual" });
};

function install(from: string | { file: string }, more: Partial<Install> = {}) {
  const steps: string[] = [];
  const done = installModel({
    root,
    wish: {
      ...{ name: "tiny", languages: ["en"] },
      from: typeof from === "string" ? { address: from } : from,
    },
    fetch: fetchHere,
    isRefused: (error) => error instanceof Refused,
    tryModel: () => Promise.resolve("so la mi"),
    signal: new AbortController().signal,
    onProgress: (step) => void (steps.at(-1) === step || steps.push(step)),
    pauseMs: 1,
    ...more,
  });
  return Object.assign(done, { steps });
}

/** What lies in the folder of models, the piece of a cut download too. */
const left = async () => {
  const names = await readdir(root, { recursive: true });
  return names.filter((name) => name !== ".parts").toSorted();
};
const WHOLE = [
  "models.json",
  "tiny",
  "tiny/LICENSE",
  "tiny/model.int8.onnx",
  "tiny/parley-model.json",
  "tiny/tokens.txt",
];
const refusal = (fault: ModelFault) => ({ name: "ModelError", fault });

describe("a model", () => {
  it("is fetched, unpacked, recognised, tried and put in its place", async () => {
    const archive = await archiveOf(tinyEntries());
    const run = install(server.file("/tiny.tar.gz", archive));
    const { manifest, sha256, heard, isFirst } = await run;
    expect(run.steps).toEqual(["download", "check", "unpack", "try"]);
    expect(sha256).toBe(createHash("sha256").update(archive).digest("hex"));
    expect({ heard, isFirst }).toEqual({ heard: "so la mi", isFirst: true });
    expect(manifest).toMatchObject({ kind: "nemo-ctc", languages: ["en"] });
    expect(await left()).toEqual(WHOLE);
    expect(await isInstalled(root, "tiny")).toBe(true);
  });

  it("may be packed with bzip2, and be an archive of this machine", async ({ skip }) => {
    const packed = spawnSync("bzip2", { input: await tarOf(tinyEntries()) });
    if (packed.error) return skip("not installed: bzip2");
    const file = join(root, "given.tar.bz2");
    await writeFile(file, packed.stdout);
    await install({ file });
    expect(await left()).toEqual(["given.tar.bz2", ...WHOLE]);
  });

  it("goes on where the line broke, and in another process where it was cut", async () => {
    const archive = await archiveOf([
      ...tinyEntries(),
      { name: "tiny/noise.wav", content: randomBytes(300_000) },
    ]);
    const address = `${server.origin}/tiny.tar.gz`;
    const piece = join(root, ".parts", pieceName(address));
    const arrival = (bytes: number): Promise<void> =>
      expect.poll(async () => (await stat(piece)).size, { interval: 5 }).toBe(bytes);
    server.file("/tiny.tar.gz", archive, { cuts: { after: [100_000, 100_000], arrival } });
    await install(address);
    expect(server.asked.map(({ range }) => range)).toEqual([
      undefined,
      expect.stringMatching(/^bytes=\d+-$/),
      expect.stringMatching(/^bytes=\d+-$/),
    ]);
    expect(await left()).toEqual(WHOLE);

    // The second time somebody cancels in the middle: the piece stays, and the next install begins with it.
    await removeModel(root, "tiny");
    server.asked.length = 0;
    const stop = new AbortController();
    server.file("/tiny.tar.gz", archive, {
      cuts: { after: [100_000], arrival },
      onAsked: (n) => {
        if (n === 2) stop.abort();
      },
    });
    const cut = install(address, { signal: stop.signal });
    await expect(cut).rejects.toHaveProperty("name", "AbortError");
    const pieces = (await left()).filter((name) => name.startsWith(".parts/"));
    expect(pieces).toHaveLength(2);
    expect(await listModels(root)).toEqual([]);
    server.file("/tiny.tar.gz", archive);
    await install(address);
    expect(server.asked.at(-1)?.range).toMatch(/^bytes=\d+-$/);
    expect(await left()).toEqual(WHOLE);
  });

  it("is fetched anew where the server has another file by now", async () => {
    const [first, second] = [randomBytes(200_000), await archiveOf(tinyEntries())];
    const stop = new AbortController();
    const address = server.file("/tiny.tar.gz", first);
    const cut = install(address, { signal: stop.signal, onProgress: () => stop.abort() });
    await expect(cut).rejects.toHaveProperty("name", "AbortError");
    server.file("/tiny.tar.gz", second, { etag: '"two"' });
    await install(address);
    expect(await left()).toEqual(WHOLE);
  });

  it("gives up after five tries that brought nothing", async () => {
    const address = server.on("/tiny.tar.gz", (_, response) => void response.writeHead(503).end());
    await expect(install(address)).rejects.toMatchObject(refusal("unreachable"));
    expect(server.asked).toHaveLength(5);
    expect(await left()).toEqual([]);
  });

  it("is found behind five redirects, and not behind six or elsewhere", async () => {
    server.file("/tiny.tar.gz", await archiveOf(tinyEntries()));
    for (let n = 1; n <= 6; n += 1)
      server.on(`/r${n}`, (_, response) => {
        response.writeHead(302, { Location: n === 1 ? "/tiny.tar.gz" : `/r${n - 1}` }).end();
      });
    const away = server.on("/away", (_, response) => {
      response.writeHead(302, { Location: "http://127.0.0.1:1/tiny.tar.gz" }).end();
    });
    await expect(install(`${server.origin}/r6`)).rejects.toMatchObject(
      refusal("too_many_redirects"),
    );
    await expect(install(away)).rejects.toMatchObject(refusal("address_refused"));
    await expect(install(`${server.origin}/none`)).rejects.toMatchObject(refusal("not_there"));
    await install(`${server.origin}/r5`);
    expect(await left()).toEqual(WHOLE);
  });
});

describe("the checksum", () => {
  it("of the first install holds for ever, also once the model is removed", async () => {
    const address = server.file("/tiny.tar.gz", await archiveOf(tinyEntries()));
    const { sha256 } = await install(address);
    await removeModel(root, "tiny");
    server.file("/tiny.tar.gz", await archiveOf(tinyEntries("another")));
    await expect(install(address)).rejects.toMatchObject(refusal("differs"));
    expect(await left()).toEqual(["models.json"]);
    const again = await install(address, { takesAnother: true });
    expect(again.sha256).not.toBe(sha256);
    expect(again.isFirst).toBe(false);
  });

  it("that is known beforehand holds at the first install", async () => {
    const address = server.file("/tiny.tar.gz", await archiveOf(tinyEntries()));
    const wish = { name: "tiny", languages: ["en"], from: { address }, sha256: "0".repeat(64) };
    await expect(install(address, { wish })).rejects.toMatchObject(refusal("differs"));
    expect(await left()).toEqual([]);
  });
});

describe("an archive is refused, and nothing of it stays,", () => {
  const model = tinyEntries();
  it.each([
    ["with a way out", [...model, { name: "../../escaped.txt", content: "x" }], "hostile"],
    ["with an absolute path", [...model, { name: "/tmp/escaped.txt", content: "x" }], "hostile"],
    [
      "with a symbolic link",
      [...model, { name: "tiny/a.txt", type: "symlink" as const, linkname: "/etc/passwd" }],
      "hostile",
    ],
    [
      "with a hard link",
      [...model, { name: "tiny/a.txt", type: "link" as const, linkname: "tiny/tokens.txt" }],
      "hostile",
    ],
    [
      "with a device",
      [...model, { name: "tiny/a.txt", type: "character-device" as const }],
      "hostile",
    ],
    ["with a pipe", [...model, { name: "tiny/a.txt", type: "fifo" as const }], "hostile"],
    [
      "with control characters in a name",
      [...model, { name: "tiny/a\u001b[2J.txt", content: "x" }],
      "hostile",
    ],
    [
      "with another system's separator",
      [...model, { name: "tiny\\..\\a.txt", content: "x" }],
      "hostile",
    ],
    [
      "with two files of one name",
      [...model, { name: "other/TOKENS.txt", content: "x" }],
      "hostile",
    ],
    ["too deep", [...model, { name: "a/b/c/d/e/f/g.txt", content: "x" }], "hostile"],
    ["without a graph", [{ name: "tiny/tokens.txt", content: "a 0\n" }], "not_a_model"],
    [
      "with a graph of no kind",
      [
        { name: "tiny/model.onnx", content: "graph" },
        { name: "tiny/tokens.txt", content: "a 0\n" },
      ],
      "not_a_model",
    ],
    ["that is empty", [], "not_a_model"],
  ] as const)("%s", async (_, entries, fault) => {
    const address = server.file("/tiny.tar.gz", await archiveOf(entries));
    await expect(install(address)).rejects.toMatchObject(refusal(fault));
    expect(await left()).toEqual([]);
  });

  it("of ten gigabytes of zeros", async () => {
    // A header that says ten gigabytes, and a body that would bring them.
    const head = Buffer.from(await tarOf([{ name: "tiny/zeros.onnx" }])).subarray(0, 512);
    head.write("120000000000\0", 124, "latin1"); // 10 GiB, octal
    head.fill(" ", 148, 156);
    const sum = head.reduce((total, byte) => total + byte, 0);
    head.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
    const zeros = gzipSync(Buffer.concat([head, Buffer.alloc(50_000_000)]));
    const address = server.file("/tiny.tar.gz", zeros);
    await expect(install(address)).rejects.toMatchObject(refusal("too_large"));
    expect(await left()).toEqual([]);
  });

  it("of many files that are nothing", async () => {
    const tar = await tarOf(Array.from({ length: 1_200 }, (_, n) => ({ name: `d/${n}.wav` })));
    const address = server.file("/tiny.tar.gz", gzipSync(tar));
    await expect(install(address)).rejects.toMatchObject(refusal("too_many_files"));
    expect(await left()).toEqual([]);
  });

  it("cut short, or of other bytes than were packed", async () => {
    const whole = await archiveOf([...model, { name: "tiny/n.md", content: randomBytes(60_000) }]);
    const short = server.file("/short.tar.gz", whole.subarray(0, 40_000));
    await expect(install(short)).rejects.toMatchObject(refusal("damaged"));
    const bent = Buffer.from(whole);
    bent.fill(0x55, 30_000, 30_100);
    await expect(install(server.file("/bent.tar.gz", bent))).rejects.toMatchObject(
      refusal("damaged"),
    );
    expect(await left()).toEqual([]);
  });

  it("that is a web page, or no archive at all", async () => {
    const page = server.on("/page.tar.bz2", (_, response) => {
      response.writeHead(200, { "Content-Type": "text/html" }).end("<p>Sign in</p>");
    });
    await expect(install(page)).rejects.toMatchObject(refusal("not_an_archive"));
    const text = server.file("/text.tar.bz2", Buffer.from("just words"));
    await expect(install(text)).rejects.toMatchObject(refusal("not_an_archive"));
    expect(await left()).toEqual([]);
  });

  it("whose model does not load, while the one before it stays", async () => {
    await writeTinyModel(join(root, "tiny"));
    const before = await readFile(join(root, "tiny/parley-model.json"), "utf8");
    const address = server.file("/tiny.tar.gz", await archiveOf(model));
    const tryModel = () => Promise.reject(new Error("boom"));
    await expect(install(address, { tryModel })).rejects.toMatchObject(refusal("unexpected"));
    expect(await readFile(join(root, "tiny/parley-model.json"), "utf8")).toBe(before);
    expect(await readdir(root)).toEqual(
      expect.not.arrayContaining([expect.stringMatching(/^\.(staging|old)/)]),
    );
  });
});

describe("a full disk", () => {
  /** Six megabytes in memory, unmounted at the end; undefined where this machine lets nobody mount. */
  async function smallDisk(): Promise<{ dir: string; drop: () => void } | undefined> {
    const dir = join(root, "disk");
    await mkdir(dir);
    const done = spawnSync("mount", ["-t", "tmpfs", "-o", "size=6m", "tmpfs", dir]);
    if (done.error || done.status !== 0) return undefined;
    return { dir, drop: () => void spawnSync("umount", ["-l", dir]) };
  }

  it("is said in words while it is fetched or unpacked, and nothing is left on it", async ({
    skip,
  }) => {
    const disk = await smallDisk();
    if (!disk) return skip("nobody may mount here");
    try {
      // Said before a byte is fetched, where the server says how much there is.
      const large = await archiveOf([
        ...tinyEntries(),
        { name: "tiny/n.md", content: randomBytes(8_000_000) },
      ]);
      const address = server.file("/large.tar.gz", large);
      await expect(install(address, { root: disk.dir })).rejects.toMatchObject(
        refusal("disk_full"),
      );
      // Said by the disk, where it does not.
      const mute = server.on(
        "/mute.tar.gz",
        (_, response) => void response.writeHead(200).end(large),
      );
      await expect(install(mute, { root: disk.dir })).rejects.toMatchObject(refusal("disk_full"));
      // Fits as an archive, and not unpacked.
      const zeros = await archiveOf([
        ...tinyEntries(),
        { name: "tiny/zeros.md", content: Buffer.alloc(9_000_000) },
      ]);
      const small = server.file("/small.tar.gz", zeros);
      await expect(install(small, { root: disk.dir })).rejects.toMatchObject(refusal("disk_full"));
      expect(
        (await readdir(disk.dir, { recursive: true })).filter((name) => name !== ".parts"),
      ).toEqual([]);
    } finally {
      disk.drop();
    }
  });
});

describe("a folder of models", () => {
  it("is changed by one at a time, and cleared of what a dead one left", async () => {
    await mkdir(join(root, ".staging-dead"));
    await writeFile(join(root, ".lock"), "999999999");
    await withModels(root, async () => {
      await expect(removeModel(root, "tiny")).rejects.toMatchObject(refusal("busy"));
    });
    expect(await readdir(root)).toEqual([]);
  });

  it("that is itself one model takes no other", async () => {
    await writeTinyModel(root);
    expect(await listModels(root)).toMatchObject([{ name: "tiny", dir: root }]);
    const address = server.file("/tiny.tar.gz", await archiveOf(tinyEntries()));
    await expect(install(address)).rejects.toMatchObject(refusal("one_model_only"));
  });

  it("asks its models in the order that hands gave them, and passes over what is none", async () => {
    for (const name of ["a", "b", "c"]) await writeTinyModel(join(root, name), { name });
    await mkdir(join(root, "empty"));
    await preferModel(root, "c");
    expect((await listModels(root)).map(({ name }) => name)).toEqual(["c", "a", "b"]);
    await removeModel(root, "c");
    expect((await listModels(root)).map(({ name }) => name)).toEqual(["a", "b"]);
    await expect(removeModel(root, "../a")).rejects.toMatchObject(refusal("unknown_model"));
  });
});

describe("what is asked for", () => {
  it("is a name of the list, an address or a file", () => {
    for (const { name, address } of KNOWN_MODELS)
      expect(wishOf(name)).toMatchObject({ name, from: { address } });
    expect(wishOf("https://models.example/x/some-ja.tar.bz2?a=b")).toEqual({
      name: "some-ja",
      from: { address: "https://models.example/x/some-ja.tar.bz2?a=b" },
    });
    expect(wishOf("./here/some.tgz", ["ko"])).toEqual({
      ...{ name: "some", languages: ["ko"], from: { file: "./here/some.tgz" } },
    });
    expect(() => wishOf("nothing")).toThrow(expect.objectContaining(refusal("unknown_model")));
    expect(() => wishOf("https://x.example/%2e%2e.tar.gz")).toThrow(
      expect.objectContaining(refusal("name_not_plain")),
    );
  });

  it("says its languages in its name, or has to be told them", async () => {
    expect(languagesIn("sherpa-onnx-zipformer-ja-en-reazonspeech-2025-01-17")).toEqual([
      "ja",
      "en",
    ]);
    const address = server.file("/tiny.tar.gz", await archiveOf(tinyEntries()));
    const wish = { name: "tiny", from: { address } };
    await expect(install(address, { wish })).rejects.toMatchObject(refusal("languages_unknown"));
  });
});
