import { type EngineId, knowsLanguage } from "./engine.ts";

export type EngineSetting = "auto" | "off" | EngineId;

/** What stands ready, by engine; absent = not found or not configured. */
export type Installed = Partial<Record<EngineId, { languages: readonly string[] | "any" }>>;

/** `notice` is a catalogue key of the texts in speech.md §1.3. */
export type Choice =
  | { engine: EngineId }
  | { engine: "off"; notice: "off" | "no_engine" | "engine_missing" | "language_not_supported" };

/** Best first (speech.md §1.3). */
const ORDER: readonly EngineId[] = ["sherpa-onnx", "openai-http", "pocketsphinx"];

/**
 * Chooses the engine of one call. `auto` takes the first installed engine that knows the language;
 * a forced engine never falls through to another one.
 */
export function chooseEngine(
  setting: EngineSetting,
  installed: Installed,
  language: string,
): Choice {
  if (setting === "off") return { engine: "off", notice: "off" };
  const wanted = setting === "auto" ? ORDER : [setting];
  const found = wanted.filter((id) => installed[id] !== undefined);
  if (found.length === 0) {
    return { engine: "off", notice: setting === "auto" ? "no_engine" : "engine_missing" };
  }
  const able = found.find((id) => knowsLanguage(installed[id]?.languages ?? [], language));
  return able === undefined
    ? { engine: "off", notice: "language_not_supported" }
    : { engine: able };
}
