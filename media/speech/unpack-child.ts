/**
 * Entry point of the child that unpacks a model's archive: unpacking bzip2 keeps a processor busy for minutes, and what a
 * stranger's archive may do to the memory ends here.
 */
import { setPriority } from "node:os";
import { ModelError } from "./model-error.ts";
import { unpack } from "./unpack.ts";

export type FromUnpack =
  | { kind: "read"; bytes: number }
  | { kind: "done"; files: string[] }
  | { kind: "refused"; fault: ModelError["fault"]; detail: string }
  | { kind: "disk"; code: string };

/** So often that a progress bar moves. */
const SAY_MS = 500;

const [archive = "", folder = ""] = process.argv.slice(2);
const answer = (message: FromUnpack): Promise<void> =>
  new Promise((done) => {
    if (process.send) process.send(message, undefined, undefined, () => done());
    else done();
  });

try {
  setPriority(10);
} catch {
  // A system that does not let go of its own: then at the usual one.
}
process.on("disconnect", () => process.exit(0));
let said = 0;
try {
  const files = await unpack(archive, folder, undefined, (bytes) => {
    if (performance.now() - said < SAY_MS) return;
    said = performance.now();
    void answer({ kind: "read", bytes });
  });
  await answer({ kind: "done", files });
} catch (error) {
  if (error instanceof ModelError)
    await answer({ kind: "refused", fault: error.fault, detail: error.message });
  else
    await answer({
      kind: "disk",
      code: error instanceof Error && "code" in error ? String(error.code) : "",
    });
}
process.exit(0);
