import { writeTranscript } from "../transcript/export/export-transcript.ts";
import { decodeIndex, decodePage } from "../transcript/wire-decode.ts";
import type { CutWords } from "./cut.ts";
import { MASKED } from "./masks.ts";

const BLEEPED = new RegExp(`${MASKED}(?:\\s*${MASKED})*`, "g");

type About = {
  title?: string | null;
  language: string | null;
  /** What is shown before the cut begins, in the file that these words belong to. */
  beforeMs?: number;
};

/** The words of a cut as a file, on its own clock; what lies under a tone is `[bleep]`. */
export function captionsOf(
  words: CutWords,
  { title = null, language, beforeMs = 0 }: About,
  format: "vtt" | "txt",
): { body: string; mime: string } {
  const table = decodeIndex(words.index);
  const segments = words.pages.flatMap((wire, number) => {
    const page = decodePage(table, number, wire);
    return page.text.map((text, at) => ({
      speaker: table.lane[page.first + at] ?? null,
      t0Ms: beforeMs + (table.t0Ms[page.first + at] ?? 0),
      t1Ms: beforeMs + (table.t1Ms[page.first + at] ?? 0),
      text: text.replace(BLEEPED, "[bleep]"),
      ...{ words: [], timing: "engine" as const },
    }));
  });
  const speakers = words.index.lanes.map(({ name, side }) => ({ name, side }));
  return writeTranscript({ title, startedAt: null, language, speakers, segments }, format);
}
