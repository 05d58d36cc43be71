import { useNavigation, useSearchParams, useSubmit } from "@remix-run/react";
import { Play } from "lucide-react";
import type { LibraryPageView } from "#app/core/pages/library.server.ts";
import type { ItemView } from "#app/core/domain/library/library-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { LateSorting } from "#app/ui/components/primitive/late-sorting.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { paths } from "#app/paths.ts";
import { ItemRow } from "./item-row.tsx";
import { Required } from "./required-panel.tsx";
import {
  folderOf,
  GONE,
  inOrder,
  isShown,
  nameOf,
  NO_FOLDER,
  STALE,
  useFolder,
} from "./shown-items.ts";
import type { LivePlaylist } from "./use-playlist.ts";

type Props = LibraryPageView & { answer: unknown; playlist: LivePlaylist };

/** The items of the folder that the address names, in their order. */
export function ItemList(props: Props) {
  const { library, folders, items, playlist } = props;
  const { t } = useTranslation("library");
  const { duration } = useFormat();
  const submit = useSubmit();
  const [search] = useSearchParams();
  // Opening an item is counted, which those who view as a colleague may not do in their name.
  const readOnly = useReadOnly();
  const folder = useFolder(folders);
  const shown = useMoved(inOrder(items, folders).filter((item) => isShown(item, folder, folders)));
  const playable = shown.filter(({ state }) => state === "ready");
  const entries = playable.map((item) => ({ id: item.id, title: nameOf(t, item) }));
  const first = entries[0];
  const openId = search.get("item");
  // A place is one of a folder: across folders there is no order to drag in.
  const isOneFolder =
    (folders.length === 0 || (folder !== null && folder !== STALE && folder !== GONE)) &&
    shown.every(({ folderId }) => (folderId ?? "") === folderOf(folder));
  const maySort = library.can.curate && isOneFolder && shown.length > 1;
  const totalMs = playable.reduce((sum, { t0Ms, t1Ms }) => sum + t1Ms - t0Ms, 0);
  const endOf = (folderId: string | null) =>
    items.filter((item) => item.folderId === folderId).length + 1;
  return (
    <section aria-labelledby="items" className="grid content-start gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="items" className="text-lg font-strong">
          <bdi>{useFolderName(folder, folders)}</bdi>
        </h2>
        {playable.length === 0 ? null : (
          <span className="text-sm text-ink-muted">
            {t("playable", { count: playable.length, time: duration(totalMs) })}
          </span>
        )}
        <span className="grow" />
        {first === undefined ? null : (
          <span className="noscript:hidden">
            <Button
              icon={Play}
              disabledReason={readOnly}
              onClick={() => playlist.onBegin(entries, first.id)}
            >
              {t("playAll")}
            </Button>
          </span>
        )}
      </div>
      <Required {...props} folder={folder} />
      {shown.length === 0 ? (
        <EmptyState
          title={t(folder === null ? "noItems.title" : "noItems.folder")}
          why={t(
            folder !== null
              ? "noItems.folderWhy"
              : library.can.curate
                ? "noItems.curator"
                : "noItems.reader",
          )}
        />
      ) : (
        <ol className="overflow-hidden rounded-panel border border-line bg-surface-raised">
          {shown.map((item, at) => (
            <ItemRow
              key={item.id}
              {...{ item, library, folders, folder, readOnly, endOf }}
              number={at + 1}
              isOpen={item.id === openId}
              isPlaying={item.id === playlist.list?.currentId}
              isSortable={maySort}
              onPlay={() => playlist.onChoose(entries, item.id)}
            />
          ))}
        </ol>
      )}
      {shown.length === 0 ? null : (
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-muted">
          {maySort ? <span className="noscript:hidden">{t("file.order")}</span> : null}
          <TextLink to={paths.libraryItems(library.id, "csv")} reloadDocument>
            {t("file.of")}
          </TextLink>
        </p>
      )}
      {maySort ? (
        <LateSorting
          items={shown.map((item) => ({ id: item.id, name: nameOf(t, item) }))}
          onMove={(itemId, to) =>
            submit(
              { intent: "move_item", itemId, folderId: folderOf(folder), place: String(to + 1) },
              { method: "post", preventScrollReset: true, flushSync: true },
            )
          }
        />
      ) : null}
    </section>
  );
}

function useFolderName(folder: string | null, folders: Props["folders"]): string {
  const { t } = useTranslation("library");
  if (folder === NO_FOLDER) return t("folders.none");
  if (folder === STALE) return t("tidy.stale");
  if (folder === GONE) return t("tidy.gone");
  return folders.find(({ id }) => id === folder)?.name ?? t("folders.all");
}

/** Their order as it will be: a row that was dropped stays where it is while the move is sent. */
function useMoved(items: readonly ItemView[]): readonly ItemView[] {
  const { formData } = useNavigation();
  if (formData?.get("intent") !== "move_item") return items;
  const moved = items.find(({ id }) => id === formData.get("itemId"));
  if (!moved || (moved.folderId ?? "") !== formData.get("folderId")) return items;
  return items
    .filter((item) => item !== moved)
    .toSpliced(Number(formData.get("place")) - 1, 0, moved);
}
