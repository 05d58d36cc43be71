import { stat } from "node:fs/promises";
import { join } from "node:path";

export type MadeFile = { name: string; mime: string; sizeBytes: number };

export const madeFile = async (jobDir: string, name: string, mime: string): Promise<MadeFile> => ({
  name,
  mime,
  sizeBytes: (await stat(join(jobDir, name))).size,
});
