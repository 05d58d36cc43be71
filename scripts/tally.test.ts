import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkBuild } from "./check-build.ts";
import { linesFor } from "./package-watch.ts";
import {
  failed,
  lastLine,
  lineOf,
  passed,
  skipped,
  skipsFailed,
  sum,
  tallyOfPlaywright,
} from "./tally.ts";

test("the last line counts, and names skips only when there are any", () => {
  expect(lastLine(sum([passed("a"), passed("b")]))).toBe("2 passed, 0 failed");
  expect(lastLine(sum([passed("c"), failed("a"), skipped("b: no ffmpeg")]))).toBe(
    "1 passed, 1 failed, 1 skipped",
  );
});

test("where there is a media server a live test that is skipped has failed", () => {
  const found = sum([
    passed("e"),
    skipped("a: no livekit-server"),
    skipped("b: no ffmpeg"),
    skipped("c: no reason given"),
    skipped("d: this user may not mount a small disk"),
  ]);
  expect(lastLine(skipsFailed(found, false))).toBe("1 passed, 2 failed, 2 skipped");
  const strict = skipsFailed(found, true);
  expect(strict.passed).toEqual(["e"]);
  expect(strict.failed.map(lineOf)).toEqual([
    "skipped: a: no livekit-server",
    "skipped: b: no ffmpeg",
    "skipped: c: no reason given",
  ]);
  expect(strict.failed.every(({ file }) => file === null)).toBe(true);
  expect(strict.skipped).toEqual(["d: this user may not mount a small disk"]);
});

test("Playwright's report is counted with reasons and files; a test that was not run has failed", () => {
  const one = (status: string, more: object = {}) => ({
    file: "first-run.journey.ts",
    tests: [{ status, expectedStatus: "passed", ...more }],
  });
  const error = {
    message: "\u001B[31mExpected\u001B[39m: 3\n  Received: 2",
    location: { line: 12 },
  };
  const skip = {
    expectedStatus: "skipped",
    annotations: [{ type: "skip", description: "no SFU" }],
  };
  const report = {
    errors: [{ message: "no server" }],
    suites: [
      {
        title: "first-run.journey.ts",
        specs: [{ title: "opens", ...one("expected") }],
        suites: [
          {
            title: "live",
            specs: [
              { title: "joins", ...one("skipped", skip) },
              { title: "ends", ...one("flaky") },
              { title: "counts", ...one("unexpected", { results: [{ error }] }) },
              { title: "waits", ...one("skipped") },
            ],
          },
        ],
      },
    ],
  };
  const tally = tallyOfPlaywright(report);
  expect(tally.passed).toEqual(["first-run.journey.ts › opens"]);
  expect(tally.failed.map((failure) => [lineOf(failure), failure.file])).toEqual([
    ["first-run.journey.ts › live › ends: flaky", "first-run.journey.ts"],
    [
      "first-run.journey.ts › live › counts: line 12: Expected: 3 Received: 2",
      "first-run.journey.ts",
    ],
    ["first-run.journey.ts › live › waits: not run", "first-run.journey.ts"],
    ["journeys: no server", null],
  ]);
  expect(tally.skipped).toEqual(["first-run.journey.ts › live › joins: no SFU"]);
  expect(tallyOfPlaywright(null).failed).toHaveLength(1);
});

test("a second stylesheet, a heavy page and a heavy list of faces or player fail the build", () => {
  const folder = mkdtempSync(join(tmpdir(), "parley-build-"));
  const assets = join(folder, "client/assets");
  for (const name of [assets, join(folder, "server/assets")]) mkdirSync(name, { recursive: true });
  const manifest = {
    entry: { module: "/assets/entry.js", imports: [] },
    routes: {
      root: { module: "/assets/root.js", imports: ["/assets/entry.js"] },
      home: { parentId: "root", module: "/assets/home.js", imports: [] },
    },
  };
  for (const name of ["entry.js", "root.js", "home.js"])
    writeFileSync(join(assets, name), "export {}");
  writeFileSync(
    join(assets, "manifest-1.js"),
    `window.__remixManifest=${JSON.stringify(manifest)};`,
  );
  for (const place of ["client", "server"])
    writeFileSync(join(folder, place, "assets/root-1.css"), "a{}");
  writeFileSync(join(assets, "japanese-1.css"), "a{}");
  for (const name of ["embed-player.js", "embed-player.css"])
    writeFileSync(join(assets, name), "a{}");
  expect(lastLine(checkBuild(folder))).toBe("6 passed, 0 failed");
  writeFileSync(join(folder, "server/assets/root-2.css"), "a{}");
  writeFileSync(join(assets, "home.js"), noise(400_000));
  writeFileSync(join(assets, "japanese-1.css"), noise(50_000));
  writeFileSync(join(assets, "embed-player.js"), noise(50_000));
  expect(checkBuild(folder).failed).toHaveLength(4);
  rmSync(folder, { recursive: true, force: true });
});

/** What no compression makes much smaller. */
const noise = (length: number): string =>
  Array.from({ length }, () => String.fromCharCode(33 + Math.floor(Math.random() * 90))).join("");

test("a missing program is one sentence, with one command for all", () => {
  expect(linesFor({ state: "on", missing: [], fix: "" })).toEqual([]);
  const lines = linesFor({
    state: "off",
    missing: ["ffmpeg", "flite"],
    fix: "sudo apt-get install -y ffmpeg flite",
  });
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^Off: no ffmpeg: recordings wait/);
  expect(lines[2]).toBe("Fix: sudo apt-get install -y ffmpeg flite");
});
