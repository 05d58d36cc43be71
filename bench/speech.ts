import { tmpdir } from "node:os";
import { parseArgs } from "node:util";
import { findPrograms } from "#media/speech/pocketsphinx.ts";
import { openWorkbench } from "#media/speech/test-tools.ts";
import { skip } from "./lib/figures.ts";
import { openInstance } from "./lib/instance.ts";
import { signUp } from "./lib/people.ts";
import { runBench } from "./lib/run.ts";
import { measureAlignment } from "./lib/speech-alignment.ts";
import { measureEngine } from "./lib/speech-engine.ts";
import { openJudge, readLimits } from "./lib/speech-limits.ts";
import { measureLive } from "./lib/speech-live.ts";
import { measureOthers, measureScript } from "./lib/speech-product.ts";

// How well the built-in engine recognises, held against bench/speech-limits.json.
// `npm run bench -- speech --only engine,alignment`: some parts of it.

const BENCH = "speech";
const searchPath = process.env["PATH"] ?? "";
/** The parts, and the limits that each looks at. */
const PARTS = {
  engine: ["engine-rms", "engine-slt"],
  alignment: ["alignment"],
  live: ["live-rms", "live-slt", "live-monologue", "live-fitted"],
  script: [
    ...["plain-rms", "plain-slt", "terms-rms", "terms-slt", "terms"],
    ...["dictionary-rms", "dictionary-slt"],
  ],
  others: ["plain-rms", "plain-slt"],
} as const satisfies Record<string, string[]>;
type Part = keyof typeof PARTS;

const isPart = (name: string): name is Part => Object.hasOwn(PARTS, name);

/** `--only a,b`; all parts when left out. */
function chosenParts(): Part[] {
  const { values } = parseArgs({ options: { only: { type: "string" } }, strict: false });
  if (typeof values.only !== "string") return Object.keys(PARTS).filter(isPart);
  const names = values.only.split(",");
  const parts = names.filter(isPart);
  if (parts.length < names.length)
    throw new Error(`There are the parts ${Object.keys(PARTS).join(", ")}.`);
  return parts;
}

await runBench(async (stack) => {
  const parts = chosenParts();
  const wants = (part: Part): boolean => parts.includes(part);
  const { programs, missing } = await findPrograms({ searchPath, tmpDir: tmpdir() });
  if (missing.length > 0) {
    skip(BENCH, "all", `not installed: ${missing.join(" ")}`);
    return;
  }
  const judge = openJudge(
    readLimits(),
    parts.flatMap((part) => PARTS[part]),
  );
  if (wants("engine") || wants("alignment") || wants("live")) {
    const bench = await openWorkbench(searchPath);
    stack.onEnd(() => bench.close());
    if (wants("engine")) await measureEngine(bench, judge);
    if (wants("alignment")) await measureAlignment(bench, judge);
    if (wants("live")) await measureLive(bench, judge);
  }
  if (wants("script") || wants("others")) {
    const instance = await openInstance(stack);
    await instance.startWorker();
    const setting = { instance, member: await signUp(instance), programs, judge };
    if (wants("others")) await measureOthers(setting);
    if (wants("script")) await measureScript(setting);
  }
  judge.end();
});
