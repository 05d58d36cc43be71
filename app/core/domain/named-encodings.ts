/** Encodings that a person can name where the bytes do not say which it is. */
export const NAMED_ENCODINGS = [
  "windows-1252",
  "windows-1250",
  "windows-1251",
  "windows-1253",
  "windows-1254",
  "windows-1257",
  "shift_jis",
  "euc-jp",
  "gb18030",
  "big5",
  "euc-kr",
] as const;
export type NamedEncoding = (typeof NAMED_ENCODINGS)[number];
export const isNamedEncoding = (name: unknown): name is NamedEncoding =>
  NAMED_ENCODINGS.some((one) => one === name);
