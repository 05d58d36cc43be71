/** Any origin would do: it only shows where a browser would go. */
const HERE = "http://parley.invalid";

/**
 * Where `?next=` may lead: a path of this site. One slash first, then neither slash nor backslash, no
 * control characters, which browsers drop before they read the address (reliability §2.2 redirects). What
 * is left when dots are resolved must not begin with two slashes either: `/.//evil.example` would.
 */
export function safePath(next: string | null | undefined): string {
  if (next === null || next === undefined) return "/";
  if (!/^\/(?![/\\])[^\u0000-\u001f\u007f\\]*$/.test(next) || !URL.canParse(next, HERE)) return "/";
  const { origin, pathname } = new URL(next, HERE);
  return origin === HERE && !pathname.startsWith("//") ? next : "/";
}
