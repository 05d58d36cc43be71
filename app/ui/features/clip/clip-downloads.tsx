import { Download } from "lucide-react";
import type { ClipView } from "#app/core/domain/clip/clip-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Popover } from "#app/ui/components/primitive/popover.tsx";

type Format = "mp4" | "mp3" | "vtt" | "txt";

/** The files of a clip as far as they are made; what is made of its words is there as soon as they are. */
export function ClipDownloads({ clip }: { clip: ClipView }) {
  const { t } = useTranslation("clip");
  const files = filesOf(clip);
  const { state } = clip.kept;
  if (files.length === 0) return null;
  const links = (look: string) => (
    <ul className={look}>
      {files.map(([format, url]) => (
        <li key={format}>
          <a
            href={url}
            download
            className="flex min-h-8 items-center rounded-control px-2 hover:bg-surface-hover"
          >
            {t(`download.${format}`)}
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
          {state === "ready" ? null : (
            <p className="px-2 pt-1 text-xs text-ink-muted">{t(`download.${state}`)}</p>
          )}
        </Popover>
      </span>
      <noscript>{links("flex flex-wrap text-sm")}</noscript>
    </>
  );
}

/** Plain links with `download`, so that the browser and not the router follows them. */
function filesOf({ clipId, media, kept }: ClipView): [Format, string][] {
  const stored = (["mp4", "mp3"] as const).flatMap((format): [Format, string][] => {
    const fileId = kept[`${format}Id`];
    return fileId === null ? [] : [[format, paths.clipFile(fileId)]];
  });
  if (media?.hasWords !== true) return stored;
  const words = (["vtt", "txt"] as const).map((format): [Format, string] => [
    format,
    paths.clipWordsFile(clipId, format),
  ]);
  return [...stored, ...words];
}
