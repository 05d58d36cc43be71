import { sentencesOf } from "./json-cut.ts";
import { google } from "./json-google.ts";
import { amazon, speechmatics } from "./json-items.ts";
import { first, isRow, list, type Row, rowsOf, textOf, under } from "./json-rows.ts";

/** Services whose JSON says who said what in a way of its own, each made into rows of `{speaker, start, end, text, words}`. */
type Shape = (document: Row) => Row[] | null;

const numbered = (speaker: unknown): string | null => {
  const number = textOf(speaker);
  return number === null ? null : `Speaker ${number}`;
};
const filled = (rows: Row[]): Row[] | null => (rows.length > 0 ? rows : null);

/** YouTube's `json3`: events of pieces, rolled up; a lone line break is no words. */
const youtube: Shape = ({ events }) =>
  filled(
    list(events).flatMap((event) => {
      const text = list(event["segs"])
        .map((piece) => textOf(piece["utf8"]) ?? "")
        .join("");
      return text.trim() === ""
        ? []
        : [{ startMs: event["tStartMs"], durationMs: event["dDurationMs"], text }];
    }),
  );

/** Azure's batch transcription: the best of each phrase. */
const azure: Shape = ({ recognizedPhrases }) =>
  filled(
    list(recognizedPhrases).map((phrase) => ({
      ...phrase,
      ...(phrase["speaker"] !== undefined && { speaker: numbered(phrase["speaker"]) }),
      text: first(list(phrase["nBest"])[0] ?? {}, ["display", "lexical"]),
    })),
  );

/** Rev's monologues: elements of a speaker, punctuation among them. */
const rev: Shape = ({ monologues }) =>
  filled(
    list(monologues).map(({ speaker, elements }) => {
      const spoken = list(elements);
      const timed = spoken.filter(({ type }) => type === "text");
      return {
        speaker: isRow(speaker) ? first(speaker, ["name", "id"]) : numbered(speaker),
        start: timed[0]?.["ts"],
        end: timed.at(-1)?.["end_ts"],
        text: spoken.map(({ value }) => textOf(value) ?? "").join(""),
      };
    }),
  );

/** Deepgram without utterances: one row a channel's sentence. */
const deepgram: Shape = (document) => {
  if (rowsOf(under(document, "results", "utterances"))) return null;
  const channels = list(under(document, "results", "channels"));
  return filled(
    channels.flatMap((channel, n) => {
      const [best = {}] = list(channel["alternatives"]);
      const who = channels.length > 1 ? `Channel ${n + 1}` : null;
      const paragraphs = list(under(best, "paragraphs", "paragraphs"));
      const sentences = paragraphs.flatMap(({ speaker, sentences: said }) =>
        list(said).map((sentence) => ({
          ...sentence,
          speaker: who ?? numbered(speaker),
        })),
      );
      if (sentences.length > 0) return sentences;
      const words = list(best["words"]).map((word) => ({
        ...word,
        speaker: who ?? numbered(word["speaker"]),
      }));
      return sentencesOf({
        ...{ text: best["transcript"], speaker: who },
        ...(words.length > 0 && { words }),
      });
    }),
  );
};

const sentencesIn = (turns: unknown): Row[] =>
  list(turns).flatMap((turn) =>
    list(turn["sentences"]).map((sentence) => ({
      ...sentence,
      speaker: first(turn, ["speaker", "speakerName", "speakerId"]),
    })),
  );

/** Calls of one file, those with nothing said left away. */
const callsOf = (document: unknown): Row[][] =>
  list(under(document, "callTranscripts"))
    .map((call) => sentencesIn(call["transcript"]))
    .filter((rows) => rows.length > 0);

/** Turns that hold sentences with times of their own (Gong), under whatever list; of several calls the first. */
const sentences: Shape = (document) =>
  callsOf(document)[0] ?? filled(sentencesIn(document["transcript"]));

/** What a file holds of calls beyond the first: one file is one call. */
export const rowsOfOtherCalls = (document: unknown): Row[] => callsOf(document).slice(1).flat();

const SHAPES: readonly Shape[] = [
  ...[youtube, azure, rev, speechmatics, amazon, google, deepgram, sentences],
];

/** Rows of a known service's JSON; null for others. */
export function rowsOfService(document: unknown): Row[] | null {
  if (!isRow(document)) return null;
  for (const shape of SHAPES) {
    const rows = shape(document);
    if (rows) return rows;
  }
  return null;
}
