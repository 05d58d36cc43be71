import { Download, FileAudio, FileText } from "lucide-react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Popover } from "#app/ui/components/primitive/popover.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";

/** Addresses of what may be downloaded; what is null is not offered. */
export type DownloadPaths = {
  txt: string | null;
  vtt: string | null;
  srt: string | null;
  json: string | null;
  summary: string | null;
  summaryJson: string | null;
  audio: string | null;
};
const KINDS = ["txt", "vtt", "srt", "json", "summary", "summaryJson", "audio"] as const;

/** Plain links with `download`, so that the browser and not the router follows them. */
export function DownloadsMenu({ downloads }: { downloads: DownloadPaths }) {
  const { t } = useTranslation("player");
  const offered = KINDS.flatMap((kind) => {
    const href = downloads[kind];
    return href === null ? [] : [{ kind, href }];
  });
  if (offered.length === 0) return null;
  const links = (look: string) => (
    <ul className={look}>
      {offered.map(({ kind, href }) => (
        <li key={kind}>
          <a
            href={href}
            download
            className="flex min-h-8 items-center gap-2 rounded-control px-2 hover:bg-surface-hover"
          >
            <Icon of={kind === "audio" ? FileAudio : FileText} />
            {t(`download.${kind}`)}
          </a>
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
        </Popover>
      </span>
      <noscript>{links("flex flex-wrap text-sm")}</noscript>
    </>
  );
}
