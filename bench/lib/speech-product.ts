import { wavOf } from "#media/ffmpeg/wav.ts";
import type { Programs } from "#media/speech/pocketsphinx.ts";
import { scoreWords } from "#media/speech/score-words.ts";
import { speakCall, spokenForm, type TestCall } from "#media/speech/test-call.ts";
import { readTurns } from "#media/speech/test-tools.ts";
import { readScripts, type Script } from "#scripts/demo/script.ts";
import { BIAS_BRANDS, SPOKEN_BRANDS } from "./brands.ts";
import { sendCall, waitForCall } from "./door.ts";
import { quantile } from "./figures.ts";
import type { Instance } from "./instance.ts";
import type { SignedIn } from "./people.ts";
import type { Judge } from "./speech-limits.ts";
import { type Heard, wordsOf } from "./transcript.ts";

// Upload door → transcript (speech.md §16, gates 1–3). Truth: flite -psdur.

const VOICES = { rms: "Robin Vale", slt: "Carla Stein" } as const;
type Voice = keyof typeof VOICES;
const VOICE_NAMES = ["rms", "slt"] as const;
type Said = Record<Voice, TestCall>;
export type Setting = { instance: Instance; member: SignedIn; programs: Programs; judge: Judge };

const DOMAIN = new Set(SPOKEN_BRANDS.map((term) => term.toLowerCase()));
const NEVER_SAID = new Set(BIAS_BRANDS.map((term) => term.toLowerCase()));

/** Scripts that nothing was tuned on, without a dictionary. */
export async function measureOthers(setting: Setting): Promise<void> {
  for (const [name, texts] of await otherScripts()) {
    const said = await say(setting.programs, texts);
    const heard = await hear(setting, said, `Another script: ${name}`);
    for (const voice of VOICE_NAMES)
      reportVoice(setting, { set: `plain-${voice}`, name }, said[voice], heard[voice]);
  }
}

/** The script of the gates: plain, with a dictionary, and the turns that name its terms. */
export async function measureScript(setting: Setting): Promise<void> {
  const { programs, judge } = setting;
  const all = await sayAll(programs, 0, Infinity);
  const plain = await hear(setting, all, "Whole script");
  for (const voice of VOICE_NAMES)
    reportVoice(setting, { set: `plain-${voice}`, name: "script" }, all[voice], plain[voice]);

  await teach(setting);
  const taught = await hear(setting, all, "Whole script, with a dictionary");
  let invented = 0;
  for (const voice of VOICE_NAMES) {
    reportTerms(setting, voice, all[voice], { plain: plain[voice], taught: taught[voice] });
    invented += taught[voice].filter(({ text }) => NEVER_SAID.has(text)).length;
  }
  const said = VOICE_NAMES.flatMap((voice) => wordsSaid(all[voice])).length;
  judge.figure("terms", "false-brands", {
    unit: "per 1,400 words",
    of: "rate",
    ours: [invented],
    value: (invented / said) * 1_400,
    note: `${invented} in ${said} words of both voices, with ${BIAS_BRANDS.length} unspoken brands`,
  });

  const some = await sayAll(programs, 5, 24);
  const helped = await hear(setting, some, "Turns 5 to 24, with a dictionary");
  for (const voice of VOICE_NAMES)
    reportVoice(setting, { set: `dictionary-${voice}` }, some[voice], helped[voice]);
}

async function teach({ member }: Setting): Promise<void> {
  const { importTerms } = await import("#app/core/domain/dictionary/dictionary.server.ts");
  const csv = [...SPOKEN_BRANDS, ...BIAS_BRANDS].map((term) => `${term},,en,product,8,`).join("\n");
  const { added, faults } = await importTerms(member.actor, csv, {
    ...{ language: "en", teamId: null },
  });
  if (faults.length > 0)
    throw new Error(
      `Terms were refused: ${faults.map(({ reason }) => reason).join()} (${added} taken)`,
    );
}

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

const scoreOf = (call: TestCall, heard: readonly Heard[]) =>
  scoreWords(
    wordsSaid(call).map(({ text }) => text),
    heard.map(({ text }) => text),
  );

function reportVoice(
  { judge }: Setting,
  { set, name }: { set: string; name?: string },
  call: TestCall,
  heard: Heard[],
): void {
  const said = wordsSaid(call);
  const { wer, pairs } = scoreOf(call, heard);
  const starts = pairs.map(([i, j]) =>
    Math.abs((said[i]?.startMs ?? 0) - (heard[j]?.startMs ?? 0)),
  );
  const shown = name === undefined ? set : `${name}, ${set}`;
  const note = `${said.length} words said`;
  judge.figure(set, "wer", { unit: "errors per word", value: wer, note }, shown);
  judge.figure(
    set,
    "start",
    {
      unit: "ms",
      of: "p90",
      ours: [0.5, 0.9, 0.99].map((share) => quantile(starts, share)),
      value: quantile(starts, 0.9),
      note: `p50, p90, p99 of ${pairs.length} right words`,
    },
    shown,
  );
}

/** Terms said are terms found, and the other words do not suffer. */
function reportTerms(
  { judge }: Setting,
  voice: Voice,
  call: TestCall,
  { plain, taught }: { plain: readonly Heard[]; taught: readonly Heard[] },
): void {
  const said = wordsSaid(call);
  const { wer, pairs } = scoreOf(call, taught);
  const before = scoreOf(call, plain).wer;
  const wanted = said.filter(({ text }) => DOMAIN.has(text)).length;
  const found = pairs.filter(([i]) => DOMAIN.has(said[i]?.text ?? "")).length;
  judge.figure(`terms-${voice}`, "terms", {
    unit: "found of said",
    value: found / wanted,
    note: `${found} of ${wanted} in ${said.length} words`,
  });
  judge.figure(`terms-${voice}`, "worse", {
    unit: "errors per word",
    value: wer - before,
    ours: [wer, before],
    note: "with a dictionary, without one",
  });
}
