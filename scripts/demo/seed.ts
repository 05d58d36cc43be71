import { setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { createDemoWorkspace } from "#app/core/domain/account/demo.server.ts";
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
import { makeLabels } from "./labels.ts";
import { type DemoNote, readDemo, writeDemo } from "./note.ts";
import { guessLengthS, placeTurns, readScripts, type Script, toVtt } from "./script.ts";
import { findSpeaker, speak, type Speaker } from "./speak.ts";

// `seed.ts people` makes the demo's members; `seed.ts calls` brings its calls in through the same door as everybody's.

/** How long the first call waits for programs that apt is bringing: it is to be heard within a minute. */
const PATIENCE_MS = 35_000;

const setting = (name: string): string => process.env[name] ?? "";
const dataDir = setting("PARLEY_DATA");
const origin = `http://${reachableHost(setting("HOST"))}:${setting("PORT")}`;

async function makePeople(): Promise<void> {
  const { isNew, signIns } = await createDemoWorkspace();
  const before = readDemo(dataDir);
  writeDemo(dataDir, { state: "on", signIns, calls: isNew ? {} : (before?.calls ?? {}) });
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
  await makeDemoLabels();
  const imported: string[] = [];
  for (const script of scripts) {
    if (!isWanted()) return; // removed in the meantime
    if (noted().calls[script.slug]?.isDone === true) continue;
    // After the first call the voices give way to the programs that make it heard and read.
    if (script !== scripts[0]) setPriority(10);
    const speaker = script.language === "en" ? await voiceOrNull(began) : null;
    if (speaker) await bringSpoken(await visitorFor(script), script, speaker, began);
    else {
      await bringWritten(await visitorFor(script), script);
      if (script.language === "en") imported.push(script.slug);
    }
  }
  for (const visitor of visitors.values()) await signOut(visitor);
  if (imported.length > 0)
    console.log(
      `Without a voice or a recogniser, ${imported.length} demo calls came in as imported transcripts.`,
    );
}

/** Speaks while apt may still be busy, then waits for what will hear it, and sends. */
async function bringSpoken(
  visitor: Visitor,
  script: Script,
  speaker: Speaker,
  began: number,
): Promise<void> {
  const { files } = await speak(script, speaker);
  await settled(began, () => isOnPath("ffmpeg") && canRecognise());
  if (!isPreparing() && !canRecognise()) return bringWritten(visitor, script);
  for (const tries of [0, 1]) {
    const known = noted().calls[script.slug];
    const opened =
      known && known.uploads.length === 2
        ? known
        : await beginUpload(visitor, script, { R: files.R.length, C: files.C.length });
    note(script.slug, { callId: opened.callId, uploads: opened.uploads, isDone: false });
    try {
      for (const { id, index } of opened.uploads)
        await sendFile(visitor, id, index === 0 ? files.R : files.C);
      note(script.slug, { callId: opened.callId, uploads: [], isDone: true });
      return;
    } catch (error) {
      if (!(error instanceof UploadGone) || tries === 1) throw error;
      note(script.slug, { callId: opened.callId, uploads: [], isDone: false });
    }
  }
}

/** Before the calls, which the rules then label as they come. */
async function makeDemoLabels(): Promise<void> {
  const { signIns, calls } = noted();
  const admin = signIns.find(({ role }) => role === "admin");
  if (!admin || Object.keys(calls).length > 0) return;
  const visitor = await signIn(origin, admin.email, admin.password);
  await makeLabels(visitor);
  await signOut(visitor);
}

async function bringWritten(visitor: Visitor, script: Script): Promise<void> {
  const placed = placeTurns(
    script.turns,
    script.turns.map((turn) => guessLengthS(turn, script.language)),
  );
  const callId = await importScript(visitor, script, toVtt(placed, script.names));
  note(script.slug, { callId, uploads: [], isDone: true });
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
  if (setting("SPEECH_MODELS") || setting("SPEECH_URL")) return true;
  return !missingPackages().some((name) => name.startsWith("pocketsphinx"));
}

function noted(): DemoNote {
  return readDemo(dataDir) ?? { state: "on", signIns: [], calls: {} };
}

const isWanted = (): boolean => noted().state === "on";

function note(slug: string, call: DemoNote["calls"][string]): void {
  const before = noted();
  if (before.state === "on")
    writeDemo(dataDir, { ...before, calls: { ...before.calls, [slug]: call } });
}

if (process.argv[2] === "people") await makePeople();
else await bringCalls();
process.exit();
