/** ZIP (Word, OpenDocument), PDF and old Word: files that hold a transcript, but not as text. */
const DOCUMENTS = ["PK\u0003\u0004", "%PDF", "\u00d0\u00cf\u0011\u00e0"];

export const isDocument = (bytes: Uint8Array): boolean =>
  DOCUMENTS.includes(String.fromCharCode(...bytes.subarray(0, 4)));

/** Names of files that hold a transcript as text. */
export const TRANSCRIPT_NAME = /\.(vtt|srt|sbv|json|txt|csv|tsv)$/i;

/** Of these, the ones made for a recording; a text or a table beside one may be anything. */
export const CAPTIONS_NAME = /\.(vtt|srt|sbv)$/i;
