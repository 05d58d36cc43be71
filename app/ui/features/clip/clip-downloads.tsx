import { Download } from "lucide-react";
import type { ClipView } from "#app/core/domain/clip/clip-views.ts";
import { CARD_MS } from "#app/core/domain/cut/card.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Popover } from "#app/ui/components/primitive/popover.tsx";
import { filesOf, lackOf } from "./clip-files.ts";

/** The files of a clip that can be downloaded, and what is still to come. */
export function ClipDownloads({ clip }: { clip: ClipView }) {
  const { t } = useTranslation("clip");
  const files = filesOf(clip);
  if (files.length === 0) return null;
  const lack = lackOf(clip);
  const note = lack && t(`files.${lack.missing}.${lack.how}`);
  const links = (look: string) => (
    <ul className={look}>
      {files.map(({ format, label, url }) => (
        <li key={format}>
          {/* The browser and not the router follows it; the answer gives the file its name. */}
          <a
            href={url}
            download
            className="flex min-h-8 items-center rounded-control px-2 hover:bg-surface-hover"
          >
            {t(`download.${label}`)}
          </a>
          {label === "vttCard" ? (
            <p className="px-2 pb-1 text-xs text-ink-muted">
              {t("download.vttHint", { seconds: CARD_MS / 1_000 })}
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <span className="contents noscript:hidden">
        <Popover
          label={t("download.title")}
          size="small"
          align="end"
          trigger={<Button icon={Download}>{t("download.title")}</Button>}
        >
          {links("grid")}
          <p role="status" className="px-2 text-xs text-ink-muted not-empty:pt-1">
            {note}
          </p>
        </Popover>
      </span>
      <noscript>
        {links("flex flex-wrap text-sm")}
        {note === null ? null : <p className="px-2 text-xs text-ink-muted">{note}</p>}
      </noscript>
    </>
  );
}
