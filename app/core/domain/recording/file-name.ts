const ENDING = /\.[A-Za-z0-9]{1,5}$/;

/**
 * What a file's name says of what is in it: without its ending, and with a space where a name has an underscore. Hyphens
 * are part of names and dates.
 */
export const nameOfFile = (name: string): string =>
  name.replace(ENDING, "").replace(/_+/g, " ").replace(/\s+/g, " ").trim();
