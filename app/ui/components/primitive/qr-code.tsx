import encodeQR from "qr";

/** Modules around the squares that cameras need to be light. */
const QUIET = 4;

/** A QR code: one path, in the page itself, dark on light in both themes because cameras want it so. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: QUIET });
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-control border border-line bg-code-paper fill-code-ink"
    >
      <path d={path} />
    </svg>
  );
}
