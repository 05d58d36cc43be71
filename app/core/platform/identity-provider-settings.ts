/** A provider of identities people may sign in with: `SIGN_IN_{KEY}_ISSUER`, `_CLIENT_ID`, `_CLIENT_SECRET`. */
export type IdentityProvider = {
  /** In addresses: `google`, `microsoft`, `oidc-{key}`. */
  slug: string;
  /** On its button. */
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
};

const SETTING = /^SIGN_IN_([A-Z][A-Z0-9]{0,30})_(ISSUER|CLIENT_ID|CLIENT_SECRET)$/;
/** Providers whose name is not their key in lower case. */
const KNOWN: Record<string, { slug: string; name: string; issuer?: string }> = {
  GOOGLE: { slug: "google", name: "Google", issuer: "https://accounts.google.com" },
  MICROSOFT: { slug: "microsoft", name: "Microsoft" },
};
/** Issuers of everybody's tenants: whoever owns one could claim any address (reliability §2.2, nOAuth). */
const ANY_TENANT = /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)(\/|$)/;

/** @throws Error that names every setting that is missing or wrong */
export function readIdentityProviders(
  source: Record<string, string | undefined>,
): IdentityProvider[] {
  const found = new Map<string, Record<string, string>>();
  for (const [name, value] of Object.entries(source)) {
    const [, key, part] = SETTING.exec(name) ?? [];
    if (key === undefined || part === undefined || !value) continue;
    found.set(key, { ...found.get(key), [part]: value });
  }
  const faults: string[] = [];
  const identityProviders = [...found].map(([key, parts]): IdentityProvider => {
    const known = KNOWN[key];
    const issuer = parts["ISSUER"] ?? known?.issuer ?? "";
    if (!isIssuer(issuer))
      faults.push(`SIGN_IN_${key}_ISSUER must be https://… (http:// on this machine)`);
    if (ANY_TENANT.test(issuer))
      faults.push(`SIGN_IN_${key}_ISSUER must name your own tenant, not everybody's`);
    for (const part of ["CLIENT_ID", "CLIENT_SECRET"])
      if (parts[part] === undefined) faults.push(`SIGN_IN_${key}_${part} is missing`);
    return {
      slug: known?.slug ?? `oidc-${key.toLowerCase()}`,
      name: known?.name ?? key.charAt(0) + key.slice(1).toLowerCase(),
      issuer,
      clientId: parts["CLIENT_ID"] ?? "",
      clientSecret: parts["CLIENT_SECRET"] ?? "",
    };
  });
  if (faults.length > 0) throw new Error(`Settings are wrong:\n${faults.join("\n")}`);
  return identityProviders.sort((a, b) => a.slug.localeCompare(b.slug));
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash } = new URL(text);
  const isHere = ["127.0.0.1", "localhost", "[::1]"].includes(hostname);
  return (
    (protocol === "https:" || (protocol === "http:" && isHere)) && search === "" && hash === ""
  );
}
