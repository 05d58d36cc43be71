/** A download's header for any name (RFC 6266): plain letters for old clients, UTF-8 for the rest. */
export function attachment(name: string): string {
  const safe =
    name
      .replace(/[\u0000-\u001f\u007f/\\:*?"<>|]+/g, " ")
      .trim()
      .slice(0, 150) || "file";
  const ascii = safe.normalize("NFKD").replace(/[^\x20-\x7e]+/g, "_");
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(safe).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`;
}
