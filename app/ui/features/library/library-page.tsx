import { Form, useNavigation, useSearchParams, useSubmit } from "@remix-run/react";
import { FolderOpen, Folder, LibraryBig, Play } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { LibraryPageView } from "#app/core/pages/library.server.ts";
import type { ItemView } from "#app/core/domain/library/library-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { useSaved } from "#app/ui/components/form/saved.tsx";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { Fact, Page } from "#app/ui/components/layout/page.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { LateSorting } from "#app/ui/components/primitive/late-sorting.tsx";
import { Link } from "#app/ui/components/primitive/link.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";
import { AddPanel } from "./add-panel.tsx";
import { FolderForms, LibrarySettings, RolesPanel } from "./library-panels.tsx";
import { ItemRow } from "./item-row.tsx";
import { Required } from "./required-panel.tsx";

const PlaylistPlayer = lazy(() => import("./playlist-player.tsx"));

type Props = LibraryPageView & {
  answer: unknown;
  /** What other parts of the product do with a library. */
  more: ReactNode;
};

/** Which items of a library are shown: of a folder, in none, or what wants tidying up. */
const NO_FOLDER = "none";
const STALE = "stale";
const GONE = "gone";

/** A library: folders left, its items in order, and a player that goes on from one to the next. */
export function LibraryPage(props: Props) {
  const { library, items, readers, answer, more } = props;
  const { t } = useTranslation("library");
  // Forms of one field each, without a place of their own for what is wrong.
  const isRefused =
    refusalOf(answer, "give_role", "make_folder", "change_folder", "move_item", "note_item") !==
    undefined;
  return (
    <Page
      title={library.name}
      facts={
        <>
          {library.description === "" ? null : <span>{library.description}</span>}
          <Fact>{t("facts.items", { count: items.length })}</Fact>
          <Fact>{t("facts.followers", { count: library.followers })}</Fact>
          <Tag>{t("facts.seenBy", { count: readers })}</Tag>
        </>
      }
      actions={
        <>
          {more}
          <Form method="post">
            <FormButton
              tone="plain"
              name="intent"
              value={library.isFollowed ? "unfollow" : "follow"}
              aria-label={t(library.isFollowed ? "unfollowOf" : "followOf", { name: library.name })}
            >
              {t(library.isFollowed ? "following" : "follow")}
            </FormButton>
          </Form>
        </>
      }
    >
      <Removed />
      {isRefused ? <Banner isUpdate>{t("refused")}</Banner> : null}
      {library.can.curate ? <AddPanel {...props} /> : null}
      <div className="grid content-start gap-6 desk:grid-cols-[216px_minmax(0,1fr)]">
        <aside className="grid content-start gap-5">
          <Folders {...props} />
          <RolesPanel {...props} />
        </aside>
        <Items {...props} />
      </div>
      {library.can.curate ? <FolderForms {...props} /> : null}
      {library.can.manage ? <LibrarySettings {...props} /> : null}
    </Page>
  );
}

function Removed() {
  const { t } = useTranslation("library");
  const { t: common } = useTranslation("common");
  const saved = useSaved("remove_item");
  if (saved?.about == null) return null;
  return (
    <Banner isUpdate>
      <Form method="post" className="flex flex-wrap items-center gap-3">
        <span>{t("item.removed", { title: saved.facts["title"] ?? "" })}</span>
        <input type="hidden" name="itemId" value={saved.about} />
        <FormButton tone="quiet" size="small" name="intent" value="restore_item">
          {common("undo")}
        </FormButton>
      </Form>
    </Banner>
  );
}

/** The folder that the address names; null: all items. */
function useFolder({ folders }: Pick<Props, "folders">): string | null {
  const [search] = useSearchParams();
  const wanted = search.get("folder");
  const isKnown =
    wanted === NO_FOLDER ||
    wanted === STALE ||
    wanted === GONE ||
    folders.some(({ id }) => id === wanted);
  return isKnown ? wanted : null;
}

/** Whether an item is in what the address names: in a folder, or in one below it. */
const isShown = (item: ItemView, folder: string | null, folders: Props["folders"]): boolean => {
  if (folder === null) return true;
  if (folder === STALE) return item.staleDays !== null;
  if (folder === GONE) return item.state === "gone";
  if (folder === NO_FOLDER || item.folderId === null)
    return folder === NO_FOLDER && item.folderId === null;
  return folders.find(({ id }) => id === folder)?.within.includes(item.folderId) ?? false;
};

function Folders({ library, folders, items }: Props) {
  const { t } = useTranslation("library");
  const current = useFolder({ folders });
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
            {line(STALE, t("tidy.stale"), count(STALE), Folder)}
            {line(GONE, t("tidy.gone"), count(GONE), Folder)}
          </ul>
        </nav>
      ) : null}
    </>
  );
}

function Items(props: Props) {
  const { library, folders, items, settings } = props;
  const { t } = useTranslation("library");
  const { duration } = useFormat();
  const submit = useSubmit();
  const [search] = useSearchParams();
  const folder = useFolder(props);
  const [playing, setPlaying] = useState<string | null>(null);
  const listed = inOrder(items, folders).filter((item) => isShown(item, folder, folders));
  const shown = useMoved(listed);
  const playable = shown.filter(({ state }) => state === "ready");
  const first = playable[0];
  const openId = search.get("item");
  // A place is one of a folder: across folders there is no order to drag in.
  const isOneFolder =
    (folders.length === 0 || (folder !== null && folder !== STALE && folder !== GONE)) &&
    shown.every(({ folderId }) => (folderId ?? "") === folderOf(folder));
  const maySort = library.can.curate && isOneFolder && shown.length > 1;
  const totalMs = playable.reduce((sum, { t0Ms, t1Ms }) => sum + t1Ms - t0Ms, 0);
  const name = folders.find(({ id }) => id === folder)?.name;
  return (
    <section
      aria-labelledby="items"
      className={`grid content-start gap-3 ${playing === null ? "" : "pb-20"}`}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="items" className="text-lg font-strong">
          <bdi>
            {name ??
              t(
                folder === NO_FOLDER
                  ? "folders.none"
                  : folder === STALE
                    ? "tidy.stale"
                    : folder === GONE
                      ? "tidy.gone"
                      : "folders.all",
              )}
          </bdi>
        </h2>
        {playable.length === 0 ? null : (
          <span className="text-sm text-ink-muted">
            {t("playable", { count: playable.length, time: duration(totalMs) })}
          </span>
        )}
        <span className="grow" />
        {first === undefined ? null : (
          <span className="noscript:hidden">
            <Button icon={Play} onClick={() => setPlaying(first.id)}>
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
              {...{ item, library, folders, folder }}
              place={at + 1}
              isOpen={item.id === openId}
              isPlaying={item.id === playing}
              isSortable={maySort}
              onPlay={() => setPlaying(item.id)}
            />
          ))}
        </ol>
      )}
      {maySort ? (
        <LateSorting
          items={shown.map(({ id, kind, title }) => ({
            id,
            name: title ?? t(`item.${kind}.locked`),
          }))}
          onMove={(itemId, to) =>
            submit(
              { intent: "move_item", itemId, folderId: folderOf(folder), place: String(to + 1) },
              { method: "post", preventScrollReset: true, flushSync: true },
            )
          }
        />
      ) : null}
      {playing === null ? null : (
        <Suspense>
          <PlaylistPlayer
            libraryId={library.id}
            items={playable}
            currentId={playing}
            settings={settings}
            onMove={setPlaying}
            onClose={() => setPlaying(null)}
          />
        </Suspense>
      )}
    </section>
  );
}

const folderOf = (folder: string | null): string =>
  folder === null || folder === NO_FOLDER ? "" : folder;

/** Folder by folder, as they stand on the left; what is in none comes first. */
function inOrder(items: readonly ItemView[], folders: Props["folders"]): ItemView[] {
  const order = new Map<string | null, number>([[null, -1]]);
  for (const [at, { id }] of folders.entries()) order.set(id, at);
  return items.toSorted((a, b) => (order.get(a.folderId) ?? 0) - (order.get(b.folderId) ?? 0));
}

/** Their order as it will be: a row that was dropped stays where it is while the server is told. */
function useMoved(items: readonly ItemView[]): readonly ItemView[] {
  const { formData } = useNavigation();
  if (formData?.get("intent") !== "move_item") return items;
  const moved = items.find(({ id }) => id === formData.get("itemId"));
  if (!moved || (moved.folderId ?? "") !== formData.get("folderId")) return items;
  return items
    .filter((item) => item !== moved)
    .toSpliced(Number(formData.get("place")) - 1, 0, moved);
}
