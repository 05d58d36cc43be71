import { create } from "content-disposition";

/** Control characters, what paths and file systems use, and marks that turn a name's ending around. */
const UNSAFE = /[\u0000-\u001f\u007f-\u009f/\\:*?"<>|\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;
const MOST = 150;

/** A download's header for any name (RFC 6266): plain letters for old clients, UTF-8 for the rest. */
export function attachment(name: string): string {
  const clean = name.toWellFormed().replace(UNSAFE, " ").replace(/\s+/g, " ").trim();
  const safe = cut(clean) || "file";
  // Full-width forms become plain quotes and slashes here, so what is unsafe is removed again.
  const ascii = safe
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^\x20-\x7e]+/g, "_")
    .replace(UNSAFE, " ");
  return create(safe, { fallback: ascii === safe || ascii });
}

/** The beginning of a long name and its ending, never half a character. */
function cut(name: string): string {
  if (name.length <= MOST) return name;
  const ending = /\.[A-Za-z0-9]{1,5}$/.exec(name)?.[0] ?? "";
  return `${name
    .slice(0, MOST - ending.length)
    .toWellFormed()
    .replace(/\ufffd$/, "")
    .trimEnd()}${ending}`;
}
