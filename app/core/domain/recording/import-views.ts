import type { ClockKind } from "../transcript/import/call-clock.ts";
import type {
  FaultCode,
  FilePlace,
  ImportFormat,
  Timing,
  Unit,
} from "../transcript/import/import-result.ts";
import type { Side } from "../views.ts";
import type { Colleague } from "./colleague-views.ts";

/** Something of a file that was not read as it is written: how often, and where it is first. */
export type NotRead = { count: number; at: FilePlace; text: string };

/** What was read of a transcript that is about to be brought in. Nothing is stored. */
export type ImportPreview = {
  /** A new call of who asks is private unless they say otherwise. */
  isPrivate: boolean;
  /** People the form can change: with how many turns, and the member their name is. */
  speakers: { name: string; side: Side; turns: number; member: Colleague | null }[];
  /** People beyond those, brought in as the file names them. */
  others: number;
  turns: number;
  /** Turns of no person. */
  nameless: number;
  lengthMs: number;
  format: ImportFormat;
  timing: Timing;
  /** `first`: the first time as the file has it, "14:02:33"; null for times of the call. */
  clock: {
    kind: ClockKind;
    first: string | null;
    /** How its times can be meant; one alone is no question. */
    choices: ("call" | "day")[];
  };
  /** When the call began as the file has it, ISO 8601 UTC. */
  startedAt: string | null;
  /** How bare numbers were taken; null where the file says it, or has none. */
  unit: Unit | null;
  units: Unit[];
  /** Times that cannot be read; their words are between their neighbours. */
  faults: (NotRead & { code: FaultCode })[];
  leftOut: NotRead | null;
  /** The first turns. */
  opening: { name: string | null; t0Ms: number; text: string }[];
};
