import { Form, useSearchParams } from "@remix-run/react";
import { Scissors, X } from "lucide-react";
import { useState } from "react";
import { clipsSearch } from "#app/core/pages/clips-search.ts";
import type { ClipsView } from "#app/core/pages/clips-data.server.ts";
import { COUNTED } from "#app/core/domain/list/counted.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { SavedNote, SavedViews } from "#app/ui/components/form/saved-views.tsx";
import { useSaved } from "#app/ui/components/form/saved.tsx";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { IgnoredNote } from "#app/ui/components/layout/ignored-note.tsx";
import { Page } from "#app/ui/components/layout/page.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Pager } from "#app/ui/components/primitive/pager.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { ClipCard } from "./clip-card.tsx";
import { SourcePanel } from "./source-panel.tsx";
import { ClipFilters, hasFilters } from "./clip-filters.tsx";

/** Clips the reader may play: who speaks when, the first words, and what they are of; one of them plays where it stands. */
export function ClipsPage({ answer, ...view }: ClipsView & { answer: unknown }) {
  const { clips, count, query, next } = view;
  const { t } = useTranslation("clip");
  const { t: ofList } = useTranslation("clips");
  const { number } = useFormat();
  const isReadOnly = useReadOnly() !== undefined;
  const [search] = useSearchParams();
  const [playing, setPlaying] = useState<string | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const here = clips.filter(({ id }) => selected.has(id)).map(({ id }) => id);
  const many = count > COUNTED ? `${number(COUNTED)}+` : number(count);
  const older = new URLSearchParams(search);
  if (next !== null) older.set("after", next);
  const newest = new URLSearchParams(search);
  newest.delete("after");
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
      <Saved />
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
      {clips.length === 0 ? (
        hasFilters(query) ? (
          <EmptyState
            title={ofList("filtered")}
            why={ofList("filteredWhy")}
            action={<LinkButton to={paths.clips()}>{ofList("clear")}</LinkButton>}
          />
        ) : (
          <EmptyState
            title={ofList("none")}
            why={ofList("noneWhy")}
            action={<LinkButton to={paths.clips({ new: 1 })}>{ofList("noneAction")}</LinkButton>}
          />
        )
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
                clip.mayChange && {
                  onSelect: (isOn: boolean) => setSelected(toggled(selected, clip.id, isOn)),
                })}
            />
          ))}
        </ul>
      )}
      <Pager
        newerTo={query.after === null ? null : `${paths.clips()}?${newest.toString()}`}
        olderTo={next === null ? null : `${paths.clips()}?${older.toString()}`}
      />
      {here.length === 0 ? null : (
        <Bar {...view} ids={here} onSelect={(ids) => setSelected(new Set(ids))} />
      )}
    </Page>
  );
}

function toggled(before: ReadonlySet<string>, id: string, isOn: boolean): ReadonlySet<string> {
  const next = new Set(before);
  if (isOn) next.add(id);
  else next.delete(id);
  return next;
}

/** What was just done with clips, and the way back from deleting one. */
function Saved() {
  const { t } = useTranslation("clip");
  const { t: ofList } = useTranslation("clips");
  const { t: common } = useTranslation("common");
  const deleted = useSaved("delete_clip");
  const many = useSaved("delete_clips");
  const labelled = useSaved("label_clips");
  if (deleted?.about != null)
    return (
      <Banner
        isUpdate
        action={
          <Form method="post">
            <input type="hidden" name="clipId" value={deleted.about} />
            <FormButton tone="quiet" size="small" name="intent" value="restore_clip">
              {common("undo")}
            </FormButton>
          </Form>
        }
      >
        {t("deleted", { title: deleted.facts["title"] ?? "" })}
      </Banner>
    );
  if (many !== null)
    return (
      <Banner isUpdate>{ofList("deleted", { count: Number(many.facts["count"] ?? 0) })}</Banner>
    );
  if (labelled !== null)
    return (
      <Banner isUpdate>
        {ofList("labelled", {
          count: Number(labelled.facts["count"] ?? 0),
          label: labelled.facts["label"] ?? "",
        })}
      </Banner>
    );
  return null;
}

type BarProps = ClipsView & { ids: readonly string[]; onSelect: (ids: readonly string[]) => void };

/** What may be done with those that are selected. */
function Bar({ clips, labels, ids, onSelect }: BarProps) {
  const { t } = useTranslation("clip");
  const { t: ofList } = useTranslation("clips");
  const clipIds = <input type="hidden" name="clipIds" value={JSON.stringify(ids)} />;
  const mine = clips.filter(({ mayChange }) => mayChange).map(({ id }) => id);
  return (
    <div
      role="region"
      aria-label={ofList("selected", { count: ids.length })}
      className="sticky bottom-4 z-20 mx-auto flex w-fit max-w-full flex-wrap items-center gap-2 rounded-panel border border-line bg-surface-raised px-3.5 py-2 text-sm shadow-float"
    >
      <b role="status" className="font-strong">
        {ofList("selected", { count: ids.length })}
      </b>
      {ids.length < mine.length ? (
        <Button tone="quiet" size="small" onClick={() => onSelect(mine)}>
          {ofList("selectPage")}
        </Button>
      ) : null}
      {labels.length === 0 ? null : (
        <Form method="post" className="flex items-center gap-1.5">
          {clipIds}
          <Select
            name="labelId"
            size="small"
            width="hug"
            aria-label={ofList("of.label")}
            options={labels.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <FormButton tone="plain" size="small" name="intent" value="label_clips">
            {ofList("addLabel")}
          </FormButton>
        </Form>
      )}
      <LinkButton size="small" to={paths.libraries({ clips: ids.join(",") })}>
        {ofList("toLibrary")}
      </LinkButton>
      <Form method="post" onSubmit={() => onSelect([])}>
        {clipIds}
        <FormButton tone="danger" size="small" name="intent" value="delete_clips">
          {t("delete")}
        </FormButton>
      </Form>
      <IconButton icon={X} label={ofList("clearSelection")} onClick={() => onSelect([])} />
    </div>
  );
}
