import { Form } from "@remix-run/react";
import { Bell, Plus } from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";
import type { LibraryPageView } from "#app/core/pages/library.server.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { useSaved } from "#app/ui/components/form/saved.tsx";
import { Fact, Page } from "#app/ui/components/layout/page.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";
import { AddPanel } from "./add-panel.tsx";
import { ItemList } from "./item-list.tsx";
import { LibraryFolders } from "./library-folders.tsx";
import { FolderForms, LibrarySettings, RolesPanel } from "./library-panels.tsx";
import { RefusalNote } from "./refusal-note.tsx";
import { useFolder } from "./shown-items.ts";
import { usePlaylist } from "./use-playlist.ts";

const PlaylistPlayer = lazy(() => import("./playlist-player.tsx"));

type Props = LibraryPageView & {
  answer: unknown;
  /** What other parts of the product do with a library. */
  more: ReactNode;
};

/** Forms of a field or two, without a place of their own for what is wrong. */
const SMALL_FORMS = ["make_folder", "change_folder", "remove_folder", "move_item", "note_item"];

/** A library: folders left, its items in order, and a player that goes on from one to the next. */
export function LibraryPage(props: Props) {
  const { library, items, readers, answer, settings } = props;
  const { t } = useTranslation("library");
  const playlist = usePlaylist(items);
  const { list, ready, onMove, onFail, onClose } = playlist;
  return (
    <Page
      title={library.name}
      facts={
        <>
          {library.description === "" ? null : <span>{library.description}</span>}
          <Fact>{t("facts.items", { count: library.items })}</Fact>
          <Fact>{t("facts.followers", { count: library.followers })}</Fact>
          <Tag>{t("facts.seenBy", { count: readers })}</Tag>
        </>
      }
      actions={<Actions {...props} />}
    >
      <Removed />
      <RefusalNote answer={answer} intents={SMALL_FORMS} />
      {library.can.curate ? <AddPanel {...props} /> : null}
      <div className="grid content-start gap-6 desk:grid-cols-[216px_minmax(0,1fr)]">
        {/* On a phone the people come after what there is to play. */}
        <aside className="grid content-start gap-5 max-desk:contents">
          <LibraryFolders {...props} />
          <div className="max-desk:order-last">
            <RolesPanel {...props} />
          </div>
        </aside>
        <ItemList {...props} playlist={playlist} />
      </div>
      {library.can.curate ? <FolderForms {...props} /> : null}
      {library.can.manage ? <LibrarySettings {...props} /> : null}
      {list === null ? null : (
        <>
          {/* As high as the player, which would lie over the end of the page. */}
          <div className="h-[calc(10rem+env(safe-area-inset-bottom))] desk:h-20" />
          <Suspense>
            <PlaylistPlayer
              libraryId={library.id}
              {...{ list, ready, settings, onMove, onFail, onClose }}
            />
          </Suspense>
        </>
      )}
    </Page>
  );
}

function Actions({ library, folders, more }: Props) {
  const { t } = useTranslation("library");
  const folder = useFolder(folders);
  return (
    <>
      <Form method="post">
        <FormButton
          tone="plain"
          icon={Bell}
          name="intent"
          value={library.isFollowed ? "unfollow" : "follow"}
          aria-label={t(library.isFollowed ? "unfollowOf" : "followOf", { name: library.name })}
        >
          {t(library.isFollowed ? "following" : "follow")}
        </FormButton>
      </Form>
      {more}
      {library.can.curate ? (
        <LinkButton
          tone="primary"
          icon={Plus}
          to={paths.library(library.id, { folder, panel: "add" })}
        >
          {t("item.add")}
        </LinkButton>
      ) : null}
    </>
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
