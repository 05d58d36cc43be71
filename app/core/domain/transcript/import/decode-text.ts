/**
 * Text of an uploaded file: UTF-8, or UTF-16 with its byte order mark; line ends become \n.
 * @returns null for anything else (Shift_JIS, Latin-1, binary): guessed letters would be wrong words
 */
export function decodeText(bytes: Uint8Array): string | null {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? "utf-16le"
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? "utf-16be"
        : "utf-8";
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes("\0") ? null : text.replace(/\r\n?|\u2028|\u2029/g, "\n");
  } catch {
    return null; // The decoder's only complaint is bytes that are no text in this encoding.
  }
}
