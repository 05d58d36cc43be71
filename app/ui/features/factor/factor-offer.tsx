import encodeQR from "qr";
import { useTranslation } from "#app/i18n/translation.tsx";

type Props = { secret: string; url: string };

/** What an authenticator needs: a picture for its camera, a link for the same device, the key to type. */
export function FactorOffer({ secret, url }: Props) {
  const { t } = useTranslation("account");
  return (
    <div className="grid gap-2 text-sm">
      <p>{t("factor.secret")}</p>
      <Squares text={url} label={t("factor.picture")} />
      <p className="font-mono wrap-anywhere">{secret.replace(/(.{4})(?=.)/g, "$1 ")}</p>
      <p>
        <a href={url} className="text-link underline">
          {t("factor.open")}
        </a>
      </p>
    </div>
  );
}

/** Modules around the squares that cameras need to be light. */
const QUIET = 4;

/** A QR code: one path, in the page itself, dark on light in both themes because cameras want it so. */
function Squares({ text, label }: { text: string; label: string }) {
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
      className="size-48 rounded-control border border-line"
    >
      <rect width="100%" height="100%" fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}
