import { IMPORT_LIMITS, type Parsed } from "./import-result.ts";

/** Six hours of fast speech have a tenth of it. */
export const MOST_WORDS = 2_000_000;

/** In place of a file with too many rows: as few cues as are refused for their number, without reading any. */
export const tooMany = (): Parsed => ({
  cues: new Array<Parsed["cues"][number]>(IMPORT_LIMITS.segments + 1).fill({
    ...{ speaker: null, startMs: 0, endMs: 0, text: "…", line: null },
  }),
  faults: [],
});
