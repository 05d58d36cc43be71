import * as z from "zod";
import { readText } from "./tree.ts";

/** The floors of core from the top, as `.dependency-cruiser.cjs` reads them; `domain` stands for its own files. */
export const FLOORS = z
  .array(z.tuple([z.string(), z.string()]))
  .parse(JSON.parse(readText("app/core/floors.json")))
  .map(([folder, holds]) => ({ folder, holds }));

/** The path of a module on a floor. */
export const moduleOf = (folder: string, name: string): string => `app/core/${folder}/${name}.ts`;

/** The floors as docs/architecture.md shows them, a line each, the highest first. */
export function drawFloors(): string {
  const width = Math.max(...FLOORS.map(({ folder }) => folder.length)) + 2;
  return FLOORS.map(({ folder, holds }) => `${folder.padEnd(width)}${holds}`).join("\n");
}
