import { X } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import type { PlayerSettings } from "#app/core/domain/account/player-settings.ts";
import type { OpenedItem } from "#app/core/domain/library/library-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import { ItemSteps, type StepTexts } from "#app/ui/features/player/item-steps.tsx";
import { around, type Playlist } from "./playlist.ts";
import { PlaylistItem } from "./playlist-item.tsx";

type Props = {
  libraryId: string;
  list: Playlist;
  /** Ids of the items that can be played now. */
  ready: ReadonlySet<string>;
  settings: PlayerSettings;
  onMove: (itemId: string) => void;
  onFail: (itemId: string) => void;
  onClose: () => void;
};

/**
 * Plays a library or a folder from item to item, each from where it was left. One pair of sound elements serves them all:
 * a phone whose screen is locked goes on only in the element that plays already.
 */
export default function PlaylistPlayer(props: Props) {
  const { libraryId, list, ready, settings, onMove, onFail, onClose } = props;
  const { t } = useTranslation("library");
  const main = useRef<HTMLAudioElement>(null);
  const voice = useRef<HTMLAudioElement>(null);
  const elements = useMemo(() => ({ main, voice }), []);
  const { currentId, turn } = list;
  const opened = useOpened(libraryId, currentId, turn);
  const { before, after, n, total } = around(list, ready);
  const texts = useStepTexts();
  useEffect(() => {
    if (opened.hasFailed) onFail(currentId);
  }, [opened.hasFailed, currentId, turn, onFail]);
  return (
    <section
      aria-label={t("player.label")}
      data-sticky-foot
      className="@container fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface-raised pb-[env(safe-area-inset-bottom)] noscript:hidden"
    >
      {/* The words of each item are on its call's page. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <audio ref={main} preload="auto" />
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <audio ref={voice} preload="none" />
      <div className="mx-auto flex max-w-[1100px] flex-wrap items-center gap-x-2 gap-y-1 px-4 py-2 text-sm">
        {opened.data === null ? (
          <span className="text-ink-muted">{opened.hasFailed ? null : t("player.loading")}</span>
        ) : (
          <PlaylistItem
            key={turn}
            {...{ libraryId, settings, elements, texts, before, after, onMove, onFail }}
            opened={opened.data}
          />
        )}
        <p className="order-last flex min-w-0 basis-full gap-1.5 desk:order-none desk:grow desk:basis-40">
          <bdi className="min-w-0 truncate font-medium">{titleOf(list, currentId)}</bdi>
          <span className="shrink-0 text-ink-muted">{t("player.of", { n, total })}</span>
        </p>
        <span className="grow desk:hidden" />
        {/* Outside of what is drawn item by item: the focus stays on the button that was pressed. */}
        <span className="flex items-center gap-1">
          <ItemSteps {...{ texts, before, after, onMove }} size="control" />
          <IconButton icon={X} label={t("player.close")} onClick={onClose} />
        </span>
        <p role="status" className="order-last line-clamp-2 basis-full text-ink-soft">
          {list.failed.map((id) => t("player.failed", { title: titleOf(list, id) })).join(" ")}
          {list.failed.includes(currentId) && after === undefined ? ` ${texts.done}` : null}
        </p>
      </div>
    </section>
  );
}

const titleOf = ({ entries }: Playlist, itemId: string): string =>
  entries.find(({ id }) => id === itemId)?.title ?? "";

/**
 * What the player needs of an item; null until it came. Opening is counted, so it is asked once for each turn. One
 * without sound has failed as well: the list would wait at it for an end that never comes.
 */
function useOpened(libraryId: string, itemId: string, turn: number) {
  const [answer, setAnswer] = useState<{ turn: number; data: OpenedItem | null } | null>(null);
  useEffect(() => {
    const asked = new AbortController();
    const give = (data: OpenedItem | null) => {
      if (!asked.signal.aborted) setAnswer({ turn, data });
    };
    openItem(libraryId, itemId, asked.signal).then(give, () => give(null));
    return () => asked.abort();
  }, [libraryId, itemId, turn]);
  const mine = answer?.turn === turn ? answer : null;
  const data = mine?.data?.mixUrl == null ? null : mine.data;
  return { data, hasFailed: mine !== null && data === null };
}

async function openItem(
  libraryId: string,
  itemId: string,
  signal: AbortSignal,
): Promise<OpenedItem | null> {
  const response = await fetch(paths.libraryItem(libraryId, itemId), {
    ...{ method: "POST", signal, headers: { accept: "application/json" } },
    body: new URLSearchParams({ intent: "open_item" }),
  });
  if (!response.ok) return null;
  const data: unknown = await response.json();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own action's answer
  return data as OpenedItem;
}

function useStepTexts(): StepTexts {
  const { t } = useTranslation("library");
  const [next, previous, done] = [t("player.next"), t("player.previous"), t("player.done")];
  return useMemo(() => ({ next, previous, done }), [next, previous, done]);
}
