/** A line that is written into the picture, milliseconds from the first sound. */
export type Cue = { t0Ms: number; t1Ms: number; lines: readonly string[] };

export type Written = {
  /** Stands alone on the picture before the sound begins; null: nothing does. */
  card: { lines: readonly string[]; lastsMs: number } | null;
  cues: readonly Cue[];
  /** Of the font, as it calls itself. */
  family: string;
};

export const PICTURE = { width: 1280, height: 720, background: "0x15181d" } as const;
/** Sizes and margins below are of a picture of this size, and grow with it. */
const LAYOUT = { width: 854, height: 480 };

/** `H:MM:SS.cc`: the format has no finer times; a start is rounded down, so that no word comes before its line. */
function clock(ms: number): string {
  const cs = Math.floor(ms / 10);
  const two = (value: number) => String(value).padStart(2, "0");
  const seconds = Math.floor(cs / 100);
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.${two(cs % 100)}`;
}

/** Braces begin commands, and a backslash may: what people wrote is text. */
const plain = (text: string): string =>
  text
    .replace(/[\r\n]+/g, " ")
    .replaceAll("\\", "＼")
    .replace(/[{}]/g, (brace) => `\\${brace}`);

/** What is written into the picture of a clip, as one file of Advanced SubStation Alpha. */
export function subtitles({ card, cues, family }: Written): string {
  const style = (name: string, size: number, alignment: number, look: string) =>
    `Style: ${name},${family},${size},&H00FFFFFF,&H00000000,&H99000000,${look},${alignment},40,40,36`;
  const line = (name: string, from: number, to: number, lines: readonly string[]) =>
    `Dialogue: 0,${clock(from)},${clock(to)},${name},${lines.map(plain).join("\\N")}`;
  const before = card?.lastsMs ?? 0;
  return [
    "[Script Info]",
    "ScriptType: v4.00+",
    `PlayResX: ${LAYOUT.width}`,
    `PlayResY: ${LAYOUT.height}`,
    "WrapStyle: 2",
    "ScaledBorderAndShadow: yes",
    "",
    "[V4+ Styles]",
    "Format: Name, Fontname, Fontsize, PrimaryColour, OutlineColour, BackColour, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV",
    style("Words", 28, 2, "1,1,0"),
    style("Card", 40, 5, "1,0,0"),
    "",
    "[Events]",
    "Format: Layer, Start, End, Style, Text",
    ...(card === null ? [] : [line("Card", 0, card.lastsMs, card.lines)]),
    ...cues.map(({ t0Ms, t1Ms, lines }) => line("Words", before + t0Ms, before + t1Ms, lines)),
    "",
  ].join("\n");
}
