import { ClockAlert, Folder, FolderOpen, LibraryBig, Unlink } from "lucide-react";
import type { LibraryPageView } from "#app/core/pages/library.server.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { Link } from "#app/ui/components/primitive/link.tsx";
import { GONE, isShown, NO_FOLDER, STALE, useFolder } from "./shown-items.ts";

type Props = Pick<LibraryPageView, "library" | "folders" | "items">;

/** The folders of a library, and for curators what wants tidying up. */
export function LibraryFolders({ library, folders, items }: Props) {
  const { t } = useTranslation("library");
  const current = useFolder(folders);
  const count = (folder: string) => items.filter((item) => isShown(item, folder, folders)).length;
  const line = (folder: string | null, name: string, n: number, icon: typeof Folder, depth = 0) => (
    <li key={folder ?? ""} style={{ paddingInlineStart: `${depth * 14}px` }}>
      <Link
        to={paths.library(library.id, { folder })}
        aria-current={folder === current ? "true" : undefined}
        className="flex items-center gap-2 rounded-control px-2 py-1.5 text-sm text-ink-soft hover:bg-surface-hover aria-[current]:bg-surface-chosen aria-[current]:font-medium aria-[current]:text-ink"
      >
        <Icon of={folder === current && icon === Folder ? FolderOpen : icon} />
        <bdi className="min-w-0 grow wrap-anywhere">{name}</bdi>
        <span className="text-xs text-ink-muted">{n}</span>
      </Link>
    </li>
  );
  return (
    <>
      <nav aria-label={t("folders.label")}>
        <ul className="grid gap-0.5">
          {line(null, t("folders.all"), items.length, LibraryBig)}
          {folders.map(({ id, name, count: n, depth }) => line(id, name, n, Folder, depth))}
          {folders.length === 0
            ? null
            : line(NO_FOLDER, t("folders.none"), count(NO_FOLDER), Folder)}
        </ul>
      </nav>
      {library.can.curate && count(STALE) + count(GONE) > 0 ? (
        <nav aria-label={t("tidy.title")}>
          <h2 className="mx-2 mb-1.5 text-xs font-strong text-ink-muted">{t("tidy.title")}</h2>
          <ul className="grid gap-0.5">
            {line(STALE, t("tidy.stale"), count(STALE), ClockAlert)}
            {line(GONE, t("tidy.gone"), count(GONE), Unlink)}
          </ul>
        </nav>
      ) : null}
    </>
  );
}
