/** Of one key (product §6). */
export const MOST_ORIGINS = 20;
/** Any site; only where the workspace allows it. */
export const ANY_ORIGIN = "*";

/**
 * Scheme, host, port; `*.` for every subdomain, `:*` for every port of the machine itself. Nothing that could end a
 * directive of a policy, or begin another, passes. No IPv6: a policy cannot name it (CSP3 §2.3.1).
 */
const ORIGIN =
  /^(https?):\/\/((?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)(?::(\d{1,5}|\*))?$/;
const LOOPBACK = /^(?:localhost|127\.0\.0\.1)$/;
const USUAL_PORT: Record<string, string> = { http: "80", https: "443" };

type Parts = { scheme: string; host: string; port: string };

/** @returns an origin as it is kept: lower case, without its usual port; null where it is none */
export function readOrigin(text: string): string | null {
  const parts = partsOf(asciiOf(text.trim().toLowerCase().replace(/\/$/, "")));
  if (!parts) return null;
  const { scheme, host, port } = parts;
  if (port === "*" && !LOOPBACK.test(host)) return null;
  // `*.com` is most of the web.
  if (host.startsWith("*.") && host.split(".").length < 3) return null;
  if (port !== "*" && (Number(port) < 1 || Number(port) > 65_535)) return null;
  return `${scheme}://${host}${port === USUAL_PORT[scheme] ? "" : `:${port}`}`;
}

/** With the host as it goes over the line: `https://日本.example` is `https://xn--wgv71a.example`. */
function asciiOf(origin: string): string {
  const [, scheme, wild = "", host, port = ""] =
    /^(https?:\/\/)(\*\.)?([^/:?#@\s*]+)(:[\d*]+)?$/.exec(origin) ?? [];
  const ascii = host === undefined ? undefined : URL.parse(`https://${host}`)?.hostname;
  return ascii === undefined ? origin : `${scheme}${wild}${ascii}${port}`;
}

function partsOf(origin: string): Parts | null {
  const [, scheme, host, port] = ORIGIN.exec(origin) ?? [];
  if (scheme === undefined || host === undefined) return null;
  return { scheme, host, port: port ?? USUAL_PORT[scheme] ?? "" };
}

/** Whether everything that one origin of a list stands for is covered by another: `https://*.a.example` covers `https://b.a.example`. */
export function isCovered(origin: string, by: readonly string[]): boolean {
  if (by.includes(ANY_ORIGIN)) return true;
  const wanted = partsOf(origin);
  if (!wanted) return false;
  return by.some((pattern) => {
    const allowed = partsOf(pattern);
    if (!allowed) return false;
    // As in a policy of the browser: a site that is listed by http may have moved to https (CSP3 §6.7.2.8).
    const isUpgraded = allowed.scheme === "http" && wanted.scheme === "https";
    if (allowed.scheme !== wanted.scheme && !isUpgraded) return false;
    const isUsual = isUpgraded && allowed.port === "80" && wanted.port === "443";
    if (allowed.port !== "*" && allowed.port !== wanted.port && !isUsual) return false;
    if (allowed.host === wanted.host) return true;
    // `*.a` covers `b.a` and `*.b.a`, never `a` itself.
    return allowed.host.startsWith("*.") && wanted.host.endsWith(allowed.host.slice(1));
  });
}

/** What a key's origins are worth under the workspace's rules, as those stand now. */
export function allowedOrigins(
  origins: readonly string[],
  policy: { embed: "off" | "listed" | "any"; origins: readonly string[] },
): string[] {
  if (policy.embed === "off") return [];
  if (origins.includes(ANY_ORIGIN)) return policy.embed === "any" ? [ANY_ORIGIN] : [];
  if (policy.origins.length === 0) return [...origins];
  return origins.filter((origin) => isCovered(origin, policy.origins));
}
