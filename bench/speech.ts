import { tmpdir } from "node:os";
import { parseArgs } from "node:util";
import { readScripts, type Script } from "#scripts/demo/script.ts";
import { BIAS_BRANDS, SPOKEN_BRANDS } from "./lib/brands.ts";
import { findPrograms, type Programs } from "#media/speech/pocketsphinx.ts";
import { scoreWords } from "#media/speech/score-words.ts";
import { readTurns, speakCall, spokenForm, type TestCall } from "#media/speech/test-call.ts";
import { sendCall, waitForCall } from "./lib/door.ts";
import { judge, quantile, skip } from "./lib/figures.ts";
import { type Instance, openInstance } from "./lib/instance.ts";
import { type SignedIn, signUp } from "./lib/people.ts";
import { runBench } from "./lib/run.ts";
import { type Heard, wordsOf } from "./lib/transcript.ts";
import { wavOf } from "#media/ffmpeg/wav.ts";

// Speech through the whole product, upload door → transcript (speech.md §16, gates 1–3). Truth: flite -psdur.
// `npm run bench -- speech --only others`: scripts that nothing was tuned on, without a dictionary.

const BENCH = "speech";
const { values: given } = parseArgs({
  options: {
    /** `script` or `others`; both when left out. */
    only: { type: "string" },
  },
  strict: false,
});
const VOICES = { rms: "Robin Vale", slt: "Carla Stein" } as const;
type Voice = keyof typeof VOICES;
const VOICE_NAMES = ["rms", "slt"] as const;
type Said = Record<Voice, TestCall>;
type Setting = { instance: Instance; member: SignedIn; programs: Programs };

const DOMAIN = new Set(SPOKEN_BRANDS.map((term) => term.toLowerCase()));
const NEVER_SAID = new Set(BIAS_BRANDS.map((term) => term.toLowerCase()));
/** A script without a dictionary, and turns 5–24 of it with one: at most so many words wrong. */
const WER = { plain: { rms: 0.12, slt: 0.18 }, dictionary: { rms: 0.08, slt: 0.14 } } as const;

/** Both voices say the same turns, each into a file of its own. @returns the words the product found for each */
async function hear(
  { instance, member }: Setting,
  said: Said,
  title: string,
): Promise<Record<Voice, Heard[]>> {
  const script: Script = {
    slug: title,
    title,
    company: "Bench",
    language: "en",
    owner: member.email,
    daysAgo: 1,
    names: { R: VOICES.rms, C: VOICES.slt },
    turns: [],
  };
  const sent = await sendCall(instance.admin, member.visitor, script, {
    R: wavOf(said.rms.pcm),
    C: wavOf(said.slt.pcm),
  });
  await waitForCall(instance.admin, sent, 900_000);
  const [rms, slt] = await Promise.all([
    wordsOf(member.visitor, sent.callId, VOICES.rms),
    wordsOf(member.visitor, sent.callId, VOICES.slt),
  ]);
  return { rms, slt };
}

const sayAll = async (programs: Programs, from: number, to: number): Promise<Said> =>
  say(programs, await readTurns("sales-call", from, to));

/** What the demo's people say, both sides of it by both voices; and the fixture of other tests. */
async function otherScripts(): Promise<Map<string, string[]>> {
  const english = readScripts().filter(({ language }) => language === "en");
  const scripts = new Map(
    english.map(({ slug, turns }) => [slug, turns.map(({ text }) => text)] as const),
  );
  return scripts.set("freight-call", await readTurns("freight-call"));
}

async function say(programs: Programs, texts: readonly string[]): Promise<Said> {
  return {
    rms: await speakCall(programs, texts, "rms"),
    slt: await speakCall(programs, texts, "slt"),
  };
}

/** As they sound: scripts are written with capitals and commas, which nobody hears. */
const wordsSaid = (call: TestCall) => spokenForm(call.turns);

const scoreOf = (call: TestCall, heard: Heard[]) =>
  scoreWords(
    wordsSaid(call).map(({ text }) => text),
    heard.map(({ text }) => text),
  );
const werOf = (call: TestCall, heard: Heard[]): number => scoreOf(call, heard).wer;

function tellVoice(name: string, voice: Voice, call: TestCall, heard: Heard[], most: number): void {
  const said = wordsSaid(call);
  const { wer, pairs } = scoreOf(call, heard);
  const starts = pairs.map(([i, j]) =>
    Math.abs((said[i]?.startMs ?? 0) - (heard[j]?.startMs ?? 0)),
  );
  judge({
    bench: BENCH,
    case: `${name}-${voice}-wer`,
    unit: "errors per word",
    ours: [wer],
    value: wer,
    goal: { op: "<=", value: most },
    note: `${said.length} words said`,
  });
  judge({
    bench: BENCH,
    case: `${name}-${voice}-start`,
    unit: "ms",
    of: "p90",
    ours: [0.5, 0.9, 0.99].map((share) => quantile(starts, share)),
    value: quantile(starts, 0.9),
    goal: { op: "<=", value: 60 },
    note: `p50, p90, p99 of ${pairs.length} right words`,
  });
}

/** Terms said are terms found, and the other words do not suffer. */
function tellTerms(voice: Voice, call: TestCall, heard: Heard[], before: number): void {
  const said = wordsSaid(call);
  const { wer, pairs } = scoreOf(call, heard);
  const wanted = said.filter(({ text }) => DOMAIN.has(text)).length;
  const found = pairs.filter(([i]) => DOMAIN.has(said[i]?.text ?? "")).length;
  judge({
    bench: BENCH,
    case: `dictionary-${voice}-terms`,
    unit: "found of said",
    ours: [found / wanted],
    value: found / wanted,
    goal: { op: ">=", value: 7 / 8 },
    note: `${found} of ${wanted} in ${said.length} words`,
  });
  judge({
    bench: BENCH,
    case: `dictionary-${voice}-never-worse`,
    unit: "errors per word",
    ours: [wer],
    value: wer,
    goal: { op: "<=", value: before },
    note: "goal: the same script without a dictionary",
  });
}

await runBench(async (stack) => {
  const { programs, missing } = await findPrograms({
    searchPath: process.env["PATH"] ?? "",
    tmpDir: tmpdir(),
  });
  if (missing.length > 0) {
    skip(BENCH, "all", `not installed: ${missing.join(" ")}`);
    return;
  }
  const instance = await openInstance(stack);
  await instance.startWorker();
  const setting: Setting = { instance, member: await signUp(instance), programs };

  if (given["only"] !== "script")
    for (const [name, texts] of await otherScripts()) {
      const said = await say(programs, texts);
      const heard = await hear(setting, said, `Another script: ${name}`);
      for (const voice of VOICE_NAMES)
        tellVoice(name, voice, said[voice], heard[voice], WER.plain[voice]);
    }
  if (given["only"] !== "others") await measureScript(setting);
});

/** The script of the gates: plain, with a dictionary, and the turns that name its terms. */
async function measureScript(setting: Setting): Promise<void> {
  const { programs } = setting;
  const all = await sayAll(programs, 0, Infinity);
  const plain = await hear(setting, all, "Whole script");
  for (const voice of VOICE_NAMES)
    tellVoice("no-dictionary", voice, all[voice], plain[voice], WER.plain[voice]);

  const { importTerms } = await import("#app/core/domain/dictionary/dictionary.server.ts");
  const csv = [...SPOKEN_BRANDS, ...BIAS_BRANDS].map((term) => `${term},,en,product,8,`).join("\n");
  const { added, faults } = await importTerms(setting.member.actor, csv, "en");
  if (faults.length > 0)
    throw new Error(
      `Terms were refused: ${faults.map(({ reason }) => reason).join()} (${added} taken)`,
    );
  const taught = await hear(setting, all, "Whole script, with a dictionary");
  let invented = 0;
  for (const voice of VOICE_NAMES) {
    const before = werOf(all[voice], plain[voice]);
    tellTerms(voice, all[voice], taught[voice], before);
    invented += taught[voice].filter(({ text }) => NEVER_SAID.has(text)).length;
  }
  const said = VOICE_NAMES.flatMap((voice) => wordsSaid(all[voice])).length;
  judge({
    bench: BENCH,
    case: "dictionary-false-brands",
    unit: "per 1,400 words",
    of: "rate",
    ours: [invented],
    value: (invented / said) * 1_400,
    goal: { op: "<=", value: 1 },
    note: `${invented} in ${said} words of both voices, with ${BIAS_BRANDS.length} unspoken brands`,
  });

  const some = await sayAll(programs, 5, 24);
  const helped = await hear(setting, some, "Turns 5 to 24, with a dictionary");
  for (const voice of VOICE_NAMES)
    tellVoice("dictionary", voice, some[voice], helped[voice], WER.dictionary[voice]);
}
