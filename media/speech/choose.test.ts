import { expect, it } from "vitest";
import { type Choice, chooseEngine, type EngineSetting, type Installed } from "./choose.ts";
import { openWorkbench } from "./test-tools.ts";

const sphinx: Installed = { pocketsphinx: { languages: ["en"] } };
const http: Installed = { "openai-http": { languages: "any" } };
const sherpaEn: Installed = { "sherpa-onnx": { languages: ["en"] } };
const sherpaJa: Installed = { "sherpa-onnx": { languages: ["ja"] } };
const off = (notice: Extract<Choice, { engine: "off" }>["notice"]): Choice => ({
  engine: "off",
  notice,
});

const TABLE: [EngineSetting, Installed, string, Choice][] = [
  ["off", { ...sphinx, ...http }, "en", off("off")],
  ["auto", {}, "en", off("no_engine")],
  ["auto", sphinx, "en", { engine: "pocketsphinx" }],
  ["auto", sphinx, "en-US", { engine: "pocketsphinx" }],
  ["auto", sphinx, "ja", off("language_not_supported")],
  ["auto", { ...sphinx, ...http }, "en", { engine: "openai-http" }],
  ["auto", { ...sphinx, ...http }, "ja", { engine: "openai-http" }],
  ["auto", { ...sphinx, ...http, ...sherpaEn }, "EN", { engine: "sherpa-onnx" }],
  ["auto", { ...sphinx, ...http, ...sherpaEn }, "ja-JP", { engine: "openai-http" }],
  ["auto", { ...sphinx, ...sherpaJa }, "en", { engine: "pocketsphinx" }],
  ["auto", { ...sphinx, ...sherpaJa }, "ja", { engine: "sherpa-onnx" }],
  ["auto", { ...sphinx, ...sherpaJa }, "fr", off("language_not_supported")],
  ["pocketsphinx", { ...sphinx, ...http }, "ja", off("language_not_supported")],
  ["pocketsphinx", { ...http, ...sherpaEn }, "en", off("engine_missing")],
  ["sherpa-onnx", { ...sphinx, ...http }, "en", off("engine_missing")],
  ["sherpa-onnx", { ...sphinx, ...sherpaJa }, "en", off("language_not_supported")],
  ["openai-http", { ...sphinx, ...sherpaEn }, "en", off("engine_missing")],
  ["openai-http", http, "ja", { engine: "openai-http" }],
];

it.each(TABLE)("setting %s with %j and language %s", (setting, installed, language, choice) => {
  expect(chooseEngine(setting, installed, language)).toEqual(choice);
});

it("finds nothing and starts nothing without a search path", async () => {
  const bench = await openWorkbench("");
  try {
    expect(bench.engines.installed).toEqual({});
    expect(bench.engines.aligner).toBeUndefined();
    expect(bench.engines.missing).toContain("pocketsphinx_batch");
    expect(chooseEngine("auto", bench.engines.installed, "en")).toEqual(off("no_engine"));
  } finally {
    await bench.close();
  }
});

it("counts a model folder as missing programs are counted", async () => {
  const bench = await openWorkbench(process.env["PATH"] ?? "", {
    pocketsphinxModelDir: "/nowhere",
  });
  try {
    expect(bench.engines.installed.pocketsphinx).toBeUndefined();
    expect(bench.engines.missing).toContain("en-us.lm.bin");
  } finally {
    await bench.close();
  }
});
