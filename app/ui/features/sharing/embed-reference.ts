/** What the address of a player understands, as the developer’s page and docs/embed.md list it; null: seconds. */
export const PARAMETERS = [
  ["k", "…"],
  ["t", null],
  ["end", null],
  ["autoplay", "0 · 1"],
  ["lane", "us · them"],
  ["transcript", "0 · 1"],
  ["theme", "auto · light · dark"],
  ["lang", "en · ja"],
  ["keyboard", "0 · 1"],
] as const;
/** Our own messages: name, direction, value. */
export const MESSAGES = [
  ["getState", "in", "–"],
  ["setRate", "in", "0.5–3"],
  ["setRange", "in", '{"start": number, "end": number | null}'],
  ["setLane", "in", '"us" | "them" | null'],
  ["openTranscript", "in", "boolean"],
  ["state", "out", "{…}"],
  ["range", "out", '{"start": number, "end": number | null}'],
  ["segment", "out", '{"start", "end", "lane", "speaker", "text"}'],
  ["resize", "out", '{"height": number}'],
  ["error", "out", '{"code": "ended" | "unplayable" | "autoplay"}'],
] as const;
