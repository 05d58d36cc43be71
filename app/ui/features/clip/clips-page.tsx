import { Scissors } from "lucide-react";
import { useRef, useState } from "react";
import { useSearchParams } from "@remix-run/react";
import { clipsSearch } from "#app/core/pages/clips-search.ts";
import type { ClipsView } from "#app/core/pages/clips-data.server.ts";
import type { ClipLine } from "#app/core/domain/clip/clip-list-views.ts";
import { TRASH_DAYS } from "#app/core/domain/clip/clip-trash.ts";
import { COUNTED } from "#app/core/domain/list/counted.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { SavedNote, SavedViews } from "#app/ui/components/form/saved-views.tsx";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { IgnoredNote } from "#app/ui/components/layout/ignored-note.tsx";
import { Page } from "#app/ui/components/layout/page.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Pager } from "#app/ui/components/primitive/pager.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { ClipCard } from "./clip-card.tsx";
import { ClipFilters, hasFilters } from "./clip-filters.tsx";
import { ClipsBar } from "./clips-bar.tsx";
import { ClipsSaid, useDoneWithClips } from "./clips-said.tsx";
import { DeletedClips, mayRestore } from "./deleted-clips.tsx";
import { Refusal } from "./refusal.tsx";
import { SourcePanel } from "./source-panel.tsx";
import { isBeingMade, useWhileMaking } from "./use-while-making.ts";

const ON_CLIPS = [
  ...["delete_clips", "label_clips", "restore_clip", "restore_clips", "undo_deletion"],
  "retry_clip",
];

type Props = ClipsView & {
  answer: unknown;
  /** Clips of the list are to be shared outside. */
  onShare: (clips: readonly ClipLine[]) => void;
};

/** Clips the reader may play: who speaks when, the first words, and what they are of; one of them plays where it stands. */
export function ClipsPage({ answer, onShare, ...view }: Props) {
  const { clips, count, query, next } = view;
  const { t } = useTranslation("clip");
  const { t: ofList } = useTranslation("clips");
  const { number } = useFormat();
  const isReadOnly = useReadOnly() !== undefined;
  const [search] = useSearchParams();
  const [playing, setPlaying] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const done = useDoneWithClips();
  const [selected, setSelected] = useSelected(done?.at ?? null);
  const isDeleted = query.state === "deleted";
  useWhileMaking(!isDeleted && clips.some(isBeingMade));
  const mine = clips
    .filter(({ mayChange, deleted }) => (isDeleted ? mayRestore(deleted) : mayChange))
    .map(({ id }) => id);
  const here = mine.filter((id) => selected.has(id));
  const many = count > COUNTED ? `${number(COUNTED)}+` : number(count);
  const older = new URLSearchParams(search);
  if (next !== null) older.set("after", next);
  const newest = new URLSearchParams(search);
  newest.delete("after");
  const select = (id: string, isOn: boolean) => setSelected(toggled(selected, id, isOn));
  return (
    <Page
      title={t("title")}
      note={count === 0 ? undefined : ofList("count", { count, shown: many })}
      actions={
        <LinkButton tone="primary" to={paths.clips({ new: 1 })} icon={Scissors}>
          {t("new")}
        </LinkButton>
      }
    >
      <ClipsSaid done={done} />
      <Refusal refusal={refusalOf(answer, ...ON_CLIPS)} />
      {view.sources === null ? null : <SourcePanel {...view.sources} />}
      {view.views.length === 0 && !hasFilters(query) ? null : (
        <SavedViews
          views={view.views}
          teams={view.viewTeams}
          query={paths.clips(clipsSearch(query)).slice(paths.clips().length + 1)}
          to={paths.clips}
          bare={paths.clips()}
          answer={answer}
        />
      )}
      <SavedNote bare={paths.clips()} />
      <ClipFilters {...view} />
      <IgnoredNote ignored={view.ignored} />
      <div ref={list} tabIndex={-1} data-quiet-focus data-focus-home>
        {clips.length === 0 ? (
          <NoClips query={query} />
        ) : isDeleted ? (
          <DeletedClips
            clips={clips}
            selected={selected}
            onSelect={isReadOnly ? undefined : select}
          />
        ) : (
          <ul
            aria-label={ofList("label")}
            className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,270px),1fr))] gap-4"
          >
            {clips.map((clip) => (
              <ClipCard
                key={clip.id}
                clip={clip}
                settings={view.settings}
                isPlaying={playing === clip.id}
                onPlay={(isOn) => setPlaying(isOn ? clip.id : null)}
                isSelected={selected.has(clip.id)}
                {...(!isReadOnly &&
                  clip.mayChange && { onSelect: (isOn: boolean) => select(clip.id, isOn) })}
              />
            ))}
          </ul>
        )}
      </div>
      <Pager
        newerTo={query.after === null ? null : `${paths.clips()}?${newest.toString()}`}
        olderTo={next === null ? null : `${paths.clips()}?${older.toString()}`}
      />
      {isDeleted ? null : (
        <p className="text-xs text-ink-muted">
          <TextLink to={paths.clips({ state: "deleted" })}>{ofList("trash.title")}</TextLink>
        </p>
      )}
      {here.length === 0 || isReadOnly ? null : (
        <ClipsBar
          {...view}
          {...{ mine, isDeleted }}
          ids={here}
          onShare={() => onShare(clips.filter(({ id }) => here.includes(id)))}
          onSelect={(ids) => {
            setSelected(new Set(ids));
            // The button that was pressed goes with the last of them.
            if (ids.length === 0) list.current?.focus();
          }}
        />
      )}
    </Page>
  );
}

/** Which clips are selected: none any more once something was done with them. */
function useSelected(doneAt: string | null) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [seenAt, setSeenAt] = useState(doneAt);
  if (doneAt !== seenAt) {
    setSeenAt(doneAt);
    if (doneAt !== null) setSelected(new Set());
  }
  return [selected, setSelected] as const;
}

/** Why nothing is here, and the way on. */
function NoClips({ query }: Pick<ClipsView, "query">) {
  const { t } = useTranslation("clips");
  if (query.state === "deleted" && !hasFilters({ ...query, state: null }))
    return (
      <EmptyState
        title={t("trash.none")}
        why={t("trash.noneWhy", { days: TRASH_DAYS })}
        action={<LinkButton to={paths.clips()}>{t("trash.all")}</LinkButton>}
      />
    );
  return hasFilters(query) ? (
    <EmptyState
      title={t("filtered")}
      why={t("filteredWhy")}
      action={<LinkButton to={paths.clips()}>{t("clear")}</LinkButton>}
    />
  ) : (
    <EmptyState
      title={t("none")}
      why={t("noneWhy")}
      action={<LinkButton to={paths.clips({ new: 1 })}>{t("noneAction")}</LinkButton>}
    />
  );
}

function toggled(before: ReadonlySet<string>, id: string, isOn: boolean): ReadonlySet<string> {
  const next = new Set(before);
  if (isOn) next.add(id);
  else next.delete(id);
  return next;
}
