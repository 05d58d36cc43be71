/**
 * Making an Intl formatter costs a thousand times what using it does, and a list asks for a hundred moments. Kept ones
 * are few: zones come from cookies, so a visitor must not be able to fill the memory with all of them.
 */
const KEPT = 200;

export const dateFormat = keeping(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);
export const numberFormat = keeping(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);

/** Makes each formatter once; the one that was not asked for longest goes first. */
function keeping<O extends object, F>(make: (locale: string, options: O) => F) {
  const kept = new Map<string, F>();
  return (locale: string, options: O): F => {
    const key = `${locale} ${JSON.stringify(options)}`;
    const made = kept.get(key) ?? make(locale, options);
    kept.delete(key);
    kept.set(key, made);
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    return made;
  };
}
