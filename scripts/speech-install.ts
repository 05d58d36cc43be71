import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import {
  type InstallStep,
  installModel,
  isInstalled,
  type ModelWish,
  wishOf,
} from "#media/speech/install-model.ts";
import { KNOWN_MODELS } from "#media/speech/known-models.ts";
import { ModelError, type ModelFault } from "#media/speech/model-error.ts";
import { listModels, preferModel, removeModel } from "#media/speech/model-store.ts";
import { findPrograms } from "#media/speech/pocketsphinx.ts";
import { findSandbox } from "#media/speech/sherpa-sandbox.ts";
import { tryModel } from "#media/speech/try-model.ts";
import { dataFolder, prepareData, ROOT } from "./folders.ts";
import { readSettings } from "./settings.ts";

/**
 * `npm run speech:install`: lists models of speech recognition and what is installed. With a name of the list, the address
 * of a `.tar.bz2` or `.tar.gz`, or such a file: installs it, also while Parley runs, which takes it for the next call.
 */
const USAGE = `npm run speech:install                        lists models
npm run speech:install -- <name | address | file>
    --languages en,ja    what the model knows, where its name does not say it
    --another            the archive was changed by its publisher, and you know why
npm run speech:install -- --first <name>      asks this model first
npm run speech:install -- --remove <name>`;

const WORDS: Record<ModelFault, string> = {
  unknown_model: "There is no such model. Without a name, the command lists those it knows.",
  name_not_plain: "The archive's name is not plain: letters, digits, dots and hyphens only.",
  languages_unknown:
    "What language the model knows cannot be told: add --languages, for example --languages ja.",
  busy: "Another install is under way in this folder. Try again when it is done.",
  one_model_only:
    "SPEECH_MODELS names one model. Name the folder above it, and more can be installed there.",
  in_use: "The model is recognising a call just now. Try again when it is done.",
  address_refused:
    "The address, or one it leads to, is not allowed: it lies in a private network, or is less protected. PRIVATE_HOSTS opens single hosts.",
  too_many_redirects: "The address leads from one to the next without an end.",
  unreachable:
    "Nobody answers at the address. Check the network, or fetch the archive elsewhere and give the file.",
  not_there: "There is no archive there.",
  broke_off: "The download broke off again and again. The same command goes on where it stopped.",
  too_large:
    "The archive is larger than a model is, or would unpack to more than 4 GB. Nothing was installed.",
  too_many_files: "The archive holds more files than a model has. Nothing was installed.",
  disk_full: "The disk has no room for it. Nothing was installed, and what was fetched is removed.",
  not_an_archive: "This is no .tar.bz2 or .tar.gz: perhaps a page that asks to sign in.",
  damaged: "The archive is damaged. Fetch it again.",
  hostile: "The archive tries to write where it may not. Nothing was installed.",
  not_a_model: "The archive holds no model that sherpa-onnx can use here.",
  differs:
    "This is not the archive that was installed, or published, under this name before. Nothing was installed. If its publisher changed it and you know why, add --another.",
  does_not_load: "The model does not load on this machine. Nothing was installed.",
  unexpected: "Something went wrong that should not.",
};

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.once(signal, () => stop.abort(new DOMException("stopped", "AbortError")));

const { values, positionals } = readArgs();
const root = process.env["SPEECH_MODELS"]?.trim()
  ? resolve(ROOT, process.env["SPEECH_MODELS"].trim())
  : join(dataFolder(), "models");

function readArgs() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        languages: { type: "string" },
        another: { type: "boolean", default: false },
        remove: { type: "string" },
        first: { type: "string" },
        help: { type: "boolean", default: false },
      },
    });
  } catch {
    console.error(USAGE);
    process.exit(2);
  }
}

async function main(): Promise<void> {
  const [wanted, ...more] = positionals;
  if (values.help || more.length > 0) {
    console.log(USAGE);
    return;
  }
  if (values.remove !== undefined) {
    await removeModel(root, values.remove);
    console.log(`${values.remove} is removed. Parley goes on with what is left, within seconds.`);
  } else if (values.first !== undefined) {
    await preferModel(root, values.first);
    console.log(`${values.first} is asked first.`);
  } else if (wanted === undefined) await list();
  else await install(wanted);
}

async function list(): Promise<void> {
  const installed = await listModels(root);
  console.log(
    installed.length === 0
      ? "Installed: none"
      : "Installed, the first that knows a language is used:",
  );
  for (const { name, manifest, sha256 } of installed)
    console.log(
      `  ${name}\n    ${manifest.languages.join(" ")} · sha256 ${sha256 ?? "not remembered"}`,
    );
  console.log("\nKnown:");
  for (const { name, languages, megabytes, license } of KNOWN_MODELS)
    console.log(`  ${name}\n    ${languages.join(" ")} · about ${megabytes} MB · ${license}`);
  console.log(`\n${USAGE}`);
}

async function install(text: string): Promise<void> {
  const given = values.languages?.split(/[\s,]+/).filter(Boolean);
  const wish = fromHere(wishOf(text, given));
  if (!values.another && (await isInstalled(root, wish.name))) {
    console.log(`${wish.name} is installed.`);
    return;
  }
  prepareForGuard();
  const { AddressRefused, fetch } = await import("#app/core/platform/http-guard.server.ts");
  const searchPath = process.env["PATH"] ?? "";
  const [{ programs }, sandbox] = await Promise.all([
    findPrograms({ searchPath, tmpDir: join(tmpdir(), "parley-speech") }),
    findSandbox(searchPath),
  ]);
  if (sandbox === undefined)
    console.log(
      "bubblewrap is not installed, or may do nothing here: the model is loaded in a process of its own, without walls.",
    );
  const { signal } = stop;
  const made = await installModel({
    ...{ root, wish, fetch, signal, takesAnother: values.another, onProgress: progress() },
    isRefused: (error) => error instanceof AddressRefused,
    tryModel: (modelDir, manifest) =>
      tryModel({ modelDir, manifest }, { sandbox, programs, signal }),
  });
  const { manifest, sha256, heard, isFirst } = made;
  console.log(`${manifest.name} is installed: ${manifest.kind}, ${manifest.languages.join(" ")}`);
  console.log(`sha256 ${sha256}${isFirst ? " (remembered from now on)" : ""}`);
  if (heard !== "") console.log(`It heard: “${heard}”`);
  console.log("A running Parley takes it for the next call, within seconds.");
}

/** A file of the command line is meant from where it was typed. */
function fromHere(wish: ModelWish): ModelWish {
  const typedIn = process.env["INIT_CWD"] ?? process.cwd();
  return "file" in wish.from ? { ...wish, from: { file: resolve(typedIn, wish.from.file) } } : wish;
}

/** The guard reads the application's settings, of which it needs neither the database nor the key: nothing is asked there. */
function prepareForGuard(): void {
  const settings = readSettings(process.env);
  process.env["SECRET_KEY_FILE"] = settings.secretKeyFile ?? prepareData(settings.dataDir);
  process.env["PARLEY_DATA"] = settings.dataDir;
  process.env["DATABASE_URL"] = settings.databaseUrl ?? "postgresql://127.0.0.1/parley";
}

const STEPS: Record<InstallStep, string> = {
  download: "fetching",
  check: "comparing the checksum",
  unpack: "unpacking",
  try: "loading it and letting it hear a sentence",
};
const MB = 1_000_000;

/** A line that moves on a terminal, and a line at every tenth anywhere else. */
function progress(): (step: InstallStep, done: number, total: number | null) => void {
  let shown = "";
  return (step, done, total) => {
    const part = total === null || total === 0 ? null : Math.floor((done / total) * 100);
    const isLine = process.stdout.isTTY;
    const mark = `${step} ${part === null ? "" : isLine ? part : Math.floor(part / 10)}`;
    if (mark === shown) return;
    const isSame = shown.startsWith(step);
    shown = mark;
    const text = `${STEPS[step]}${part === null ? "" : ` ${part} % of ${Math.round((total ?? 0) / MB)} MB`}`;
    if (isLine)
      process.stdout.write(
        `${isSame ? "\r" : "\n"}${text.padEnd(60)}${step === "try" ? "\n" : ""}`,
      );
    else console.log(text);
  };
}

try {
  await main();
} catch (error) {
  process.exitCode = 1;
  if (stop.signal.aborted) {
    console.error("\nStopped. The same command goes on where the download was cut.");
    process.exitCode = 130;
  } else if (error instanceof ModelError) {
    console.error(`\n${WORDS[error.fault]}\n${error.message}`);
    if (error.fault === "disk_full") {
      const room = await statfs(root).catch(() => null);
      if (room) console.error(`${Math.round((room.bavail * room.bsize) / MB)} MB are free.`);
    }
  } else console.error(error instanceof Error ? error.message : error);
}
process.exit();
