/**
 * Where `?next=` may lead: a path of this site. One slash first, then neither slash nor backslash, no
 * control characters, which browsers drop before they read the address (reliability §2.2 redirects).
 */
export function safePath(next: string | null | undefined): string {
  if (next === null || next === undefined) return "/";
  return /^\/(?![/\\])[^\u0000-\u001f\u007f\\]*$/.test(next) ? next : "/";
}
