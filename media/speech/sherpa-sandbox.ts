import { spawn } from "node:child_process";
import { access, constants } from "node:fs/promises";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { arch, platform } from "node:os";

const CHILD = fileURLToPath(new URL("./sherpa-onnx-child.ts", import.meta.url));
const TRIAL_MS = 10_000;

/** A bubblewrap that works here, or undefined: then the recogniser runs in a child without walls. */
export type Sandbox = { bwrap: string };

/** Looks for bubblewrap on `searchPath` and tries it once: in many containers it is there and may not do anything. */
export async function findSandbox(searchPath: string): Promise<Sandbox | undefined> {
  for (const folder of searchPath.split(delimiter)) {
    const bwrap = join(folder, "bwrap");
    if (folder === "" || !(await isProgram(bwrap))) continue;
    return (await runs(bwrap, [...walls(), process.execPath, "--version"])) ? { bwrap } : undefined;
  }
  return undefined;
}

/**
 * The command that loads a model where there is no network, no file but the model's, the programs' and the addon's, and
 * nobody else's process. Its channel to us is file 3, which the walls let through.
 */
export function sandboxed(
  { bwrap }: Sandbox,
  modelDir: string,
): { file: string; args: string[] } | undefined {
  let modules: string;
  try {
    modules = dirname(
      dirname(createRequire(import.meta.url).resolve("sherpa-onnx-node/package.json")),
    );
  } catch {
    return undefined;
  }
  const code = dirname(CHILD);
  const root = dirname(dirname(code));
  const shown = [
    code,
    join(root, "package.json"),
    join(modules, "sherpa-onnx-node"),
    join(modules, `sherpa-onnx-${platform()}-${arch()}`),
    modelDir,
  ];
  const args = [
    ...walls(),
    ...["--setenv", "NODE_CHANNEL_FD", "3"],
    ...["--setenv", "NODE_CHANNEL_SERIALIZATION_MODE", "advanced"],
    ...shown.flatMap((path) => ["--ro-bind", path, path]),
    process.execPath,
    CHILD,
  ];
  return { file: bwrap, args };
}

export const PLAIN_CHILD = CHILD;

/** No limit of address space: a model is mapped into it as a whole, and so is Node's own heap. */
function walls(): string[] {
  const node = dirname(process.execPath);
  return [
    ...["--die-with-parent", "--unshare-all", "--new-session", "--clearenv"],
    ...["--setenv", "PATH", "/usr/bin:/bin", "--setenv", "NODE_ENV", "production"],
    ...["--ro-bind", "/usr", "/usr"],
    ...["lib", "lib64", "lib32", "bin"].flatMap((name) => ["--symlink", `usr/${name}`, `/${name}`]),
    ...["--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"],
    // How many processors there are decides how many threads decode.
    ...["--ro-bind-try", "/sys/devices/system/cpu", "/sys/devices/system/cpu"],
    ...["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--chdir", "/"],
    ...["--ro-bind", node, node],
  ];
}

const isProgram = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

function runs(file: string, args: string[]): Promise<boolean> {
  return new Promise((done) => {
    const trial = spawn(file, args, { stdio: "ignore", timeout: TRIAL_MS });
    trial.on("error", () => done(false));
    trial.on("exit", (code) => done(code === 0));
  });
}
