/** Whom passkeys are for, as browsers check it. */
export type RelyingParty = { id: string; origin: string };

/** Browsers keep passkeys for names, not for numbers: on this machine the name is `localhost`. */
export function relyingParty(appUrl: string): RelyingParty {
  const url = new URL(appUrl);
  if (["127.0.0.1", "[::1]"].includes(url.hostname)) url.hostname = "localhost";
  return { id: url.hostname, origin: url.origin };
}
