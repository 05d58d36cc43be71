import { first, list, type Row, textOf, under } from "./json-rows.ts";
import { sentencesOf } from "./json-cut.ts";

const contentOf = (item: Row): string => textOf(list(item["alternatives"])[0]?.["content"]) ?? "";
const confidenceOf = (item: Row): number | null => {
  const value = textOf(list(item["alternatives"])[0]?.["confidence"]);
  return value === null || value === "" ? null : Number(value);
};
const isSign = (item: Row): boolean =>
  item["type"] === "punctuation" && item["attaches_to"] !== "next" && item["start_time"] !== null;

/** Items of words and signs, times in seconds, as words; a sign is the end of the word before it. */
function wordsFrom(items: readonly Row[], speakerOf: (item: Row) => unknown): Row[] {
  const words: (Row & { text: string })[] = [];
  for (const item of items) {
    const text = contentOf(item);
    const last = words.at(-1);
    if (text === "") continue;
    if (last && isSign(item)) last.text += text;
    else
      words.push({
        ...{ text, startSeconds: item["start_time"], endSeconds: item["end_time"] },
        ...{ speaker: speakerOf(item), confidence: confidenceOf(item) },
      });
  }
  return words;
}

/** Speechmatics: one list of words and signs, the speaker in each alternative; "UU" is one it does not know. */
export function speechmatics({ results }: Row): Row[] | null {
  const items = list(results);
  if (!items.some((item) => item["type"] === "word" && contentOf(item) !== "")) return null;
  const words = wordsFrom(items, (item) => {
    const speaker = list(item["alternatives"])[0]?.["speaker"];
    const known = speaker === "UU" ? null : (textOf(speaker) ?? null);
    const channel = textOf(item["channel"]);
    return channel === null || known === null ? (known ?? channel) : `${channel} ${known}`;
  });
  return sentencesOf({ words });
}

/** Which label Amazon gives to the word that begins at a time, in files whose words do not say it. */
function labelsOf(document: Row): Map<unknown, unknown> {
  const segments = list(under(document, "results", "speaker_labels", "segments"));
  return new Map(
    segments.flatMap((segment) =>
      list(segment["items"]).map((item) => [
        item["start_time"],
        item["speaker_label"] ?? segment["speaker_label"],
      ]),
    ),
  );
}

type Items = { items: Row[]; speakerOf: (item: Row) => unknown };

/** Each channel by itself where words do not say theirs, so that people who speak at once are not mixed. */
function itemsOf(document: Row): Items[] {
  const items = list(under(document, "results", "items"));
  const channels = list(under(document, "results", "channel_labels", "channels"));
  const labels = labelsOf(document);
  const hasChannels = channels.some((channel) => list(channel["items"]).length > 0);
  if (hasChannels)
    return channels.map((channel) => ({
      items: list(channel["items"]),
      speakerOf: () => channel["channel_label"],
    }));
  const speakerOf = (item: Row) =>
    first(item, ["speaker_label"]) ?? labels.get(item["start_time"]) ?? item["channel_label"];
  return [{ items, speakerOf }];
}

/** Amazon's segments, with their words where they have them; of older files the items. */
export function amazon(document: Row): Row[] | null {
  const segments = list(under(document, "results", "audio_segments"));
  const [whole = { items: [], speakerOf: () => null }, ...others] = itemsOf(document);
  if (segments.length > 0) {
    const flat = list(under(document, "results", "items"));
    const byId = new Map<unknown, Row>(flat.map((item, n) => [item["id"] ?? n, item]));
    return segments.map((segment) => {
      const ids: unknown[] = Array.isArray(segment["items"]) ? segment["items"] : [];
      const items = ids.flatMap((id) => list([byId.get(id)]));
      const words = others.length === 0 ? wordsFrom(items, whole.speakerOf) : [];
      return {
        ...{
          text: segment["transcript"],
          speaker: segment["speaker_label"] ?? segment["channel_label"],
        },
        ...{ startSeconds: segment["start_time"], endSeconds: segment["end_time"] },
        ...(words.length > 0 && { words }),
      };
    });
  }
  const rows = [whole, ...others].flatMap(({ items, speakerOf }) => {
    const words = wordsFrom(items, speakerOf);
    return words.length > 0 ? sentencesOf({ words }) : [];
  });
  return rows.length > 0 ? rows : null;
}
