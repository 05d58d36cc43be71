import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { boostLog10, lmVocabulary, patchLm } from "./lm-patch.ts";
import { MODEL_DIR } from "./pocketsphinx.ts";
import { report } from "./test-tools.ts";

const path = `${MODEL_DIR}/en-us.lm.bin`;
const isInstalled = existsSync(path);
if (!isInstalled) report("language model tests skipped", { missing: path });

describe.skipIf(!isInstalled)("the patched language model", () => {
  it("is byte-equal without words", async () => {
    const model = await readFile(path);
    expect(patchLm(model, new Map()).equals(model)).toBe(true);
  });

  it("knows new words, keeps old ones, and grows by 13 bytes and the letters of each", async () => {
    const model = await readFile(path);
    const words = new Map([
      ["zyxquant", -3.6],
      ["maria_lopez", -3.4],
      ["the", -9],
    ]);
    const patched = patchLm(model, words);
    const before = lmVocabulary(model);
    const after = lmVocabulary(patched);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.slice(before.length)).toEqual(["zyxquant", "maria_lopez"]);
    expect(patched.length - model.length).toBe(2 * 13 + "zyxquantmaria_lopez".length);
    // Patching what is there already with the same value changes nothing.
    expect(patchLm(patched, words).equals(patched)).toBe(true);
  });

  it("refuses other files and too many words", async () => {
    const model = await readFile(path);
    expect(() => patchLm(Buffer.from("ARPA"), new Map())).toThrow("not a trie");
    expect(() => patchLm(model.subarray(0, -1), new Map())).toThrow("layout");
    const many = new Map(Array.from({ length: 60_000 }, (_, n) => [`w${n}x`, -4]));
    expect(() => patchLm(model, many)).toThrow("no room");
  });
});

it("grows with the boost and stays in its range", () => {
  expect(boostLog10(10)).toBeGreaterThan(boostLog10(8));
  expect(boostLog10(8)).toBeGreaterThan(boostLog10(0));
  expect(boostLog10(99)).toBe(boostLog10(10));
});
