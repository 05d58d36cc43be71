import { existsSync, readdirSync } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createDemoWorkspace } from "#app/core/domain/account/demo.server.ts";
import { boss } from "#app/core/platform/boss.server.ts";
import { closeDatabase } from "#app/core/platform/db.server.ts";
import { isOnPath, missingPackages, packagesFile, readPackages } from "../packages.ts";
import { reachableHost } from "../settings.ts";
import {
  beginUpload,
  importScript,
  sendFile,
  signIn,
  signOut,
  UploadGone,
  type Visitor,
} from "./door.ts";
import { makeContact } from "./contacts.ts";
import { makeDeals } from "./deals.ts";
import { askForHistory } from "./bring-history.ts";
import { WEEKS } from "./history.ts";
import { makeCrm } from "./crm.ts";
import { makeConflict } from "./crm-conflict.ts";
import { makeLabels } from "./labels.ts";
import { type MadeClip, makeClips } from "./clips.ts";
import { addClip, hearRequired, openLibrary } from "./library.ts";
import { makeTerms } from "./terms.ts";
import { type DemoNote, readDemo, writeDemo } from "./note.ts";
import {
  guessLengthS,
  placeTurns,
  readImportedScript,
  readScripts,
  type Script,
  toVtt,
} from "./script.ts";
import { discardRecorded, readRecordedScript, recordCall } from "./recorded-call.ts";
import { findSpeaker, speak, type Speaker } from "./speak.ts";
import { makeTalk } from "./talk.ts";

// `seed.ts people` makes the demo's members; `seed.ts calls` brings its calls in through the same door as everybody's;
// `seed.ts library` clips them and puts them into a library once they have their words; `seed.ts history` queues the words
// of half a year for the pages of figures, and no person waits for either.

/** How long the first call waits for programs that apt is bringing: it is to be heard within a minute. */
const PATIENCE_MS = 35_000;

const setting = (name: string): string => process.env[name] ?? "";
const dataDir = setting("PARLEY_DATA");
const origin = `http://${reachableHost(setting("HOST"))}:${setting("PORT")}`;

async function makePeople(): Promise<void> {
  const { isNew, signIns } = await createDemoWorkspace();
  const before = readDemo(dataDir);
  writeDemo(dataDir, {
    state: "on",
    signIns,
    calls: isNew ? {} : (before?.calls ?? {}),
    hasTalk: !isNew && (before?.hasTalk ?? false),
    hasLibrary: !isNew && (before?.hasLibrary ?? false),
    hasHistory: !isNew && (before?.hasHistory ?? false),
  });
  await closeDatabase();
}

/** `DEMO_CALLS=freight,japanese` brings only these; nothing said: all of them. */
const wanted = setting("DEMO_CALLS")
  .split(",")
  .filter((slug) => slug !== "");

async function bringCalls(): Promise<void> {
  const scripts = readScripts().filter(({ slug }) => wanted.length === 0 || wanted.includes(slug));
  const began = Date.now();
  const visitors = new Map<string, Visitor>();
  const visitorFor = async ({ owner }: Script): Promise<Visitor> => {
    const known = visitors.get(owner);
    if (known) return known;
    const made = await signIn(origin, owner, noted().signIns[0]?.password ?? "");
    visitors.set(owner, made);
    return made;
  };
  await makeBeforeCalls();
  await importFirst(visitorFor);
  const imported: string[] = [];
  const bring = async (script: Script, isLater: boolean): Promise<void> => {
    // After the first call the voices give way to the programs that make it heard and read.
    if (isLater) setPriority(10);
    const speaker = script.language === "en" ? await voiceOrNull(began) : null;
    if (speaker) return bringSpoken(await visitorFor(script), script, speaker, began);
    await bringWritten(await visitorFor(script), script);
    if (script.language === "en") imported.push(script.slug);
  };
  let talk: Promise<unknown> = Promise.resolve(null);
  for (const script of scripts) {
    if (!isWanted()) return; // removed in the meantime
    if (noted().calls[script.slug]?.isDone !== true) {
      await bring(script, script !== scripts[0]);
      const callId = noted().calls[script.slug]?.callId;
      if (callId !== undefined) await makeContact(await visitorFor(script), script, callId);
    }
    // Its words come while the other calls are spoken.
    if (script.slug === TALKED_ABOUT) talk = makeDemoTalk(script).catch((error: unknown) => error);
  }
  const failure = await talk;
  // Where only some calls are wanted, nobody but who looks at them decides anything.
  if (wanted.length === 0 && isWanted()) await recordDemoCall(began);
  if (wanted.length === 0 && isWanted()) await makeDemoConflict();
  for (const visitor of visitors.values()) await signOut(visitor);
  if (imported.length > 0)
    console.log(
      `Without a voice or a recogniser, ${imported.length} demo calls came in as imported transcripts.`,
    );
  if (failure instanceof Error) throw failure;
}

/** A newcomer has one finished call to look at while the voices of the others are made and heard. */
async function importFirst(visitorFor: (script: Script) => Promise<Visitor>): Promise<void> {
  const script = readImportedScript();
  const isAsked = wanted.length === 0 || wanted.includes(script.slug);
  if (!isAsked || !isWanted() || noted().calls[script.slug]?.isDone === true) return;
  await bringWritten(await visitorFor(script), script);
}

async function bringSampleHistory(): Promise<void> {
  if (noted().hasHistory) return;
  await boss.start();
  const isWhole = await askForHistory(historyWeeks());
  if (isWhole && isWanted()) writeDemo(dataDir, { ...noted(), hasHistory: true });
  await boss.stop({ graceful: false, close: true });
  await closeDatabase();
}

/** `DEMO_HISTORY=4` brings four weeks, 0 none. Where only some calls are wanted, so is no history. */
function historyWeeks(): number {
  const asked = setting("DEMO_HISTORY");
  return asked === "" ? (wanted.length === 0 ? WEEKS : 0) : Math.min(WEEKS, Number(asked) || 0);
}

/** Speaks while apt may still be busy, then waits for what will hear it, and sends. */
async function bringSpoken(
  visitor: Visitor,
  script: Script,
  speaker: Speaker,
  began: number,
): Promise<void> {
  const { files, placed } = await speak(script, speaker);
  const turns = placed.map(({ startS, endS }) => ({
    t0Ms: Math.round(startS * 1000),
    t1Ms: Math.round(endS * 1000),
  }));
  await settled(began, () => isOnPath("ffmpeg") && canRecognise());
  if (!isPreparing() && !canRecognise()) return bringWritten(visitor, script);
  for (const tries of [0, 1]) {
    const known = noted().calls[script.slug];
    const opened =
      known && known.uploads.length === 2
        ? known
        : await beginUpload(visitor, script, { R: files.R.length, C: files.C.length });
    note(script.slug, { callId: opened.callId, uploads: opened.uploads, isDone: false, turns });
    try {
      for (const { id, index } of opened.uploads)
        await sendFile(visitor, id, index === 0 ? files.R : files.C);
      note(script.slug, { callId: opened.callId, uploads: [], isDone: true, turns });
      return;
    } catch (error) {
      if (!(error instanceof UploadGone) || tries === 1) throw error;
      note(script.slug, { callId: opened.callId, uploads: [], isDone: false, turns });
    }
  }
}

/** One call comes through the recorder's door; without a voice there is nothing to record. */
async function recordDemoCall(began: number): Promise<void> {
  const script = readRecordedScript();
  const known = noted().calls[script.slug];
  const speaker = await voiceOrNull(began);
  const rep = noted().signIns.find(({ email }) => email === script.owner);
  if (known?.isDone === true || !rep || !speaker || !isOnPath("ffmpeg") || !canRecognise()) return;
  const visitor = await signIn(origin, rep.email, rep.password);
  const [before] = known?.uploads ?? [];
  if (before) await discardRecorded(visitor, before.id);
  let callId = "";
  await recordCall(visitor, script, await speak(script, speaker), (started) => {
    ({ callId } = started);
    const uploads = [{ id: started.recordingId, index: 0 }];
    note(script.slug, { callId, uploads, isDone: false, turns: null });
  });
  note(script.slug, { callId, uploads: [], isDone: true, turns: null });
  await signOut(visitor);
}

/** Labels, terms and deals: rules label the calls as they come, and find their deals. */
async function makeBeforeCalls(): Promise<void> {
  const { signIns, calls } = noted();
  const admin = signIns.find(({ role }) => role === "admin");
  if (!admin || Object.keys(calls).length > 0) return;
  const visitor = await signIn(origin, admin.email, admin.password);
  await makeLabels(visitor);
  await makeTerms(visitor);
  await makeDeals(visitor);
  await makeCrm(visitor);
  await signOut(visitor);
}

/** The call whose changes meet another one: a company with one deal, found by itself. */
const CONTESTED = "japanese";

async function makeDemoConflict(): Promise<void> {
  const { signIns, calls } = noted();
  const callId = calls[CONTESTED]?.callId;
  const [rep, admin] = ["rep", "admin"].map((role) => signIns.find((one) => one.role === role));
  if (callId === undefined || !rep || !admin) return;
  const people = {
    rep: await signIn(origin, rep.email, rep.password),
    admin: await signIn(origin, admin.email, admin.password),
  };
  await makeConflict(people, callId);
  for (const visitor of Object.values(people)) await signOut(visitor);
}

/** Its calls are in by then, and are being heard. Where only some calls are wanted, nothing is made of them. */
async function makeDemoLibrary(): Promise<void> {
  // The calls' own words come first: what is made of them waits for those anyway.
  setPriority(10);
  const { calls, hasLibrary, signIns } = noted();
  if (hasLibrary || wanted.length > 0) return;
  const password = signIns[0]?.password ?? "";
  const visitors = new Map<string, Visitor>();
  const as = async (email: string): Promise<Visitor> => {
    const visitor = visitors.get(email) ?? (await signIn(origin, email, password));
    visitors.set(email, visitor);
    return visitor;
  };
  const page = await openLibrary(as, calls);
  const onMade = (clip: MadeClip): Promise<void> => addClip(as, page, clip);
  await makeClips(as, calls, { isWanted, onMade });
  if (isWanted()) await hearRequired(as, page);
  if (isWanted()) writeDemo(dataDir, { ...noted(), hasLibrary: true });
  for (const visitor of visitors.values()) await signOut(visitor);
}

/** The call that is talked about in the demo. */
const TALKED_ABOUT = "freight";

/** Once, when the call has its words: without its sound and words there is nothing to say. */
async function makeDemoTalk(script: Script): Promise<null> {
  const { signIns, calls, hasTalk } = noted();
  const callId = calls[script.slug]?.callId;
  const [rep, manager] = ["rep", "manager"].map((role) =>
    signIns.find((known) => known.role === role),
  );
  if (hasTalk || callId === undefined || !rep || !manager) return null;
  const talkers = {
    rep: await signIn(origin, rep.email, rep.password),
    manager: await signIn(origin, manager.email, manager.password),
  };
  if (isWanted() && (await makeTalk(talkers, script, callId)) && isWanted())
    writeDemo(dataDir, { ...noted(), hasTalk: true });
  for (const talker of Object.values(talkers)) await signOut(talker);
  return null;
}

async function bringWritten(visitor: Visitor, script: Script): Promise<void> {
  const placed = placeTurns(
    script.turns,
    script.turns.map((turn) => guessLengthS(turn, script.language)),
  );
  const callId = await importScript(visitor, script, toVtt(placed, script.names));
  note(script.slug, { callId, uploads: [], isDone: true, turns: null });
}

async function voiceOrNull(began: number): Promise<Speaker | null> {
  await settled(began, () => isOnPath("flite"));
  return findSpeaker();
}

/** Waits until `isThere`, or nothing more is coming, or patience is over. */
async function settled(began: number, isThere: () => boolean): Promise<void> {
  while (!isThere() && isPreparing() && Date.now() - began < PATIENCE_MS) await sleep(250);
}

const isPreparing = (): boolean =>
  missingPackages().length > 0 && readPackages(packagesFile(dataDir))?.state === "preparing";

/** Whether `auto`, or what the operator chose, can hear English here. */
function canRecognise(): boolean {
  const engine = setting("SPEECH_ENGINE") || "auto";
  if (engine === "off") return false;
  if (setting("SPEECH_MODELS") || setting("SPEECH_URL") || hasModel()) return true;
  return !missingPackages().some((name) => name.startsWith("pocketsphinx"));
}

/** Installed by the command or on the page; whether it knows English is asked when it is used. */
function hasModel(): boolean {
  const root = join(dataDir, "models");
  return (
    existsSync(root) &&
    readdirSync(root).some((name) => existsSync(join(root, name, "parley-model.json")))
  );
}

function noted(): DemoNote {
  const none = { hasTalk: false, hasLibrary: false, hasHistory: false };
  return readDemo(dataDir) ?? { state: "on", signIns: [], calls: {}, ...none };
}

const isWanted = (): boolean => noted().state === "on";

function note(slug: string, call: DemoNote["calls"][string]): void {
  const before = noted();
  if (before.state === "on")
    writeDemo(dataDir, { ...before, calls: { ...before.calls, [slug]: call } });
}

const STEPS: Record<string, () => Promise<void>> = {
  people: makePeople,
  calls: bringCalls,
  library: makeDemoLibrary,
  history: bringSampleHistory,
};
await STEPS[process.argv[2] ?? ""]?.();
process.exit();
