import { readdirSync } from "node:fs";

/**
 * One export of each module of a folder. Journeys are run without Vite, which would list them.
 * @param folder ends in a slash
 * @throws Error naming a module that lacks it
 */
export async function collect<T>(folder: URL, name: string): Promise<T[]> {
  const files = readdirSync(folder).toSorted();
  return Promise.all(
    files.map(async (file) => {
      const module: unknown = await import(new URL(file, folder).href);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every module of the folder is written to T
      const found = (module as Record<string, T | undefined>)[name];
      if (found === undefined) throw new Error(`${file} exports no ${name}`);
      return found;
    }),
  );
}
