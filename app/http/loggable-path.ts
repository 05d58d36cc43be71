/** Ids are many, and the path of a shared link is a key (reliability §10.3): neither belongs into a log. */
export const loggablePath = (path: string): string =>
  plain(path)
    .replace(
      /[\\/](shared|activate|signup|password-reset|hooks[\\/]unsubscribe)[\\/].*/is,
      "/$1/:secret",
    )
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, ":id")
    .slice(0, 80);

/** Routes are found whatever the encoding of an address, and after `..` is taken out of it. */
function plain(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
