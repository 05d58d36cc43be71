import { demand } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { countTry } from "../account/tries.server.ts";
import { LIMITS } from "../limits.ts";
import type { TranscriptDocument } from "../transcript/document.ts";
import { IMPORT_LIMITS, type ImportRead } from "../transcript/import/import-result.ts";
import { clockText } from "../transcript/import/time-text.ts";
import { findColleagues, MOST_LETTERS } from "./colleagues.server.ts";
import { sidesOf } from "./imported-words.server.ts";
import type { ImportPreview } from "./import-views.ts";
import { faultsBy, leftOutOf, readSent } from "./read-transcript.ts";
import type { PreviewTranscript } from "./upload.schema.ts";

const TURNS_SHOWN = 4;
const CHARS_SHOWN = 160;

/**
 * What would be brought in of a transcript: who speaks, on which side and which member their name is, how long, how its
 * times were had, and what of it was not read. Nothing is stored.
 * @throws DomainError `forbidden`, `rate_limited`, `validation_failed` (text: why it cannot be read)
 */
export async function previewTranscript(
  actor: Member,
  input: PreviewTranscript,
): Promise<ImportPreview> {
  demand(actor, "call.create");
  await countTry({ counter: "transcript-preview", key: actor.memberId });
  const zone = input.zone ?? actor.timeZone ?? "UTC";
  const read = readSent(input, { zone });
  const { document, clock, format, timing, unit } = read;
  const turns = turnsOf(document);
  const lengthMs = document.segments.reduce((end, { t1Ms }) => Math.max(end, t1Ms), 0);
  const all = sidesOf(document, []).map(({ name, side }, at) => ({
    ...{ name, side },
    turns: turns.get(at) ?? 0,
  }));
  // Others are brought in as the file says: a form has no field for them.
  const people = all
    .filter(({ name }) => name.length <= MOST_LETTERS)
    .slice(0, LIMITS.peopleInCall);
  const { isPrivate, people: named } = await findColleagues(
    actor,
    people.map(({ name }) => name),
  );
  return {
    isPrivate,
    speakers: people.map((person, at) => ({ ...person, member: named[at]?.member ?? null })),
    others: all.length - people.length,
    turns: document.segments.length,
    nameless: turns.get(null) ?? 0,
    lengthMs,
    ...{ format, timing, unit },
    units: unit === "ms" && lengthMs * 1_000 > IMPORT_LIMITS.lengthMs ? [] : ["s", "ms"],
    clock: {
      kind: clock.kind,
      first: clock.firstMs === null ? null : clockText(clock.firstMs, zone),
      choices: choicesOf(read, lengthMs),
    },
    startedAt: document.startedAt,
    faults: faultsBy(read.faults).map((fault) => ({ ...fault, text: short(fault.text) })),
    leftOut: shortOf(leftOutOf(read.leftOut)),
    opening: document.segments.slice(0, TURNS_SHOWN).map(({ speaker, t0Ms, text }) => ({
      name: speaker === null ? null : (document.speakers[speaker]?.name ?? null),
      t0Ms,
      text: short(text),
    })),
  };
}

/** What would be the same, or too long for a call, is no choice. */
function choicesOf(
  { clock, timing, document }: ImportRead,
  lengthMs: number,
): ImportPreview["clock"]["choices"] {
  if (clock.kind === "calendar" || timing === "made_up") return [];
  if (clock.kind === "call") return (document.segments[0]?.t0Ms ?? 0) > 0 ? ["call", "day"] : [];
  const isCall = (clock.firstMs ?? 0) + lengthMs <= IMPORT_LIMITS.lengthMs;
  return isCall ? ["call", "day"] : [];
}

const short = (text: string): string =>
  text.length > CHARS_SHOWN ? `${text.slice(0, CHARS_SHOWN).toWellFormed()}…` : text;

const shortOf = (found: ImportPreview["leftOut"]) =>
  found === null ? null : { ...found, text: short(found.text) };

function turnsOf({ segments }: TranscriptDocument): Map<number | null, number> {
  const turns = new Map<number | null, number>();
  for (const { speaker } of segments) turns.set(speaker, (turns.get(speaker) ?? 0) + 1);
  return turns;
}
