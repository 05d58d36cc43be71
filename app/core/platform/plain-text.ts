/** Marks that turn what follows them around: "rtl\u202e3pm.exe" is read as "rtlexe.mp3". */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Text that somebody sends, as it can be stored and shown: PostgreSQL's text holds every character but NUL and halves of
 * characters, and nobody names a call or a file so that it is read as another.
 */
export const plainText = (text: string): string =>
  text.replaceAll("\u0000", "").replace(TURNING, "").toWellFormed();
