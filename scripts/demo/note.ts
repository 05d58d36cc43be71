import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { readJson } from "../folders.ts";

const noteSchema = z.object({
  state: z.enum(["on", "removed"]),
  signIns: z
    .array(z.object({ email: z.string(), password: z.string(), role: z.string() }))
    .default([]),
  /** By slug: a start that was cut goes on where it was. `uploads` are still under way. */
  calls: z
    .record(
      z.string(),
      z.object({
        callId: z.string(),
        uploads: z.array(z.object({ id: z.string(), index: z.number() })),
        isDone: z.boolean(),
        /** When each turn of its script is said, ms of the call; null where nobody spoke it. */
        turns: z
          .array(z.object({ t0Ms: z.int(), t1Ms: z.int() }))
          .nullable()
          .default(null),
      }),
    )
    .default({}),
  /** Comments, requests and saved views were made. */
  hasTalk: z.boolean().default(false),
  /** Clips, a library and its required viewing were made. */
  hasLibrary: z.boolean().default(false),
  /** The sample history of the pages of figures is whole. */
  hasHistory: z.boolean().default(false),
});

/** {PARLEY_DATA}/demo.json: what this installation knows of its demo. */
export type DemoNote = z.output<typeof noteSchema>;

const fileOf = (dataDir: string): string => join(dataDir, "demo.json");

export function readDemo(dataDir: string): DemoNote | null {
  const parsed = noteSchema.safeParse(readJson(fileOf(dataDir)));
  return parsed.success ? parsed.data : null;
}

export function writeDemo(dataDir: string, note: DemoNote): void {
  const file = fileOf(dataDir);
  // Two steps of the demo come side by side.
  const part = `${file}.${process.pid}`;
  writeFileSync(part, `${JSON.stringify(note, null, 2)}\n`, { mode: 0o600 });
  renameSync(part, file);
}
