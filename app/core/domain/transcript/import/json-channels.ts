import { type Row, textOf } from "./json-rows.ts";
import { speakerOf } from "./json-words.ts";

/** A number that a service gave a voice, and not a name. */
const NUMBERED = /^(?:speaker[\s_-]?|spk[\s_-]?|s)?\d+$|^[A-Z]$|^uu$/i;

const channelOf = (row: Row): string | null => textOf(row["channel"] ?? row["channelTag"]);
const numberOf = ({ channel: _channel, channelTag: _tag, ...row }: Row): string | null =>
  speakerOf(row);

/** Services count the speakers of each channel by itself: "0" of the one is not "0" of the other. */
export function byChannel(rows: readonly Row[]): Row[] {
  const speakers = new Map<string, Set<string>>();
  for (const row of rows) {
    const channel = channelOf(row);
    if (channel === null) return [...rows];
    const known = speakers.get(channel) ?? new Set();
    speakers.set(channel, known.add(numberOf(row) ?? ""));
  }
  if (speakers.size < 2) return [...rows];
  return rows.map((row) => {
    const [channel, number] = [channelOf(row) ?? "", numberOf(row)];
    if (number !== null && !NUMBERED.test(number)) return row;
    const isShared = (speakers.get(channel)?.size ?? 0) > 1 && number !== null;
    return { ...row, speaker: `Channel ${channel}${isShared ? `, ${number}` : ""}` };
  });
}
