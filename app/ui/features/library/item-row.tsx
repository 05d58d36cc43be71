import { Form } from "@remix-run/react";
import { Play } from "lucide-react";
import type { LibraryPageView } from "#app/core/pages/library.server.ts";
import type { ItemView } from "#app/core/domain/library/library-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { RowButton } from "#app/ui/components/form/row-button.tsx";
import { Strip } from "#app/ui/components/instrument/strip.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { GripSlot } from "#app/ui/components/primitive/late-sorting.tsx";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";

type Props = Pick<LibraryPageView, "library" | "folders"> & {
  item: ItemView;
  /** The folder of the address, which the row's forms keep. */
  folder: string | null;
  /** From 1 on, within what is shown. */
  place: number;
  isOpen: boolean;
  isPlaying: boolean;
  isSortable: boolean;
  onPlay: () => void;
};

/** One item: who spoke when, its title, why it is good, and for curators the form of what can be changed. */
export function ItemRow(props: Props) {
  const { item, library, folder, place, isOpen, isPlaying, isSortable, onPlay } = props;
  const { t } = useTranslation("library");
  const { duration, date } = useFormat();
  const { state, kind, title, callId, clipId, why, t0Ms, t1Ms, isRange } = item;
  const isQuiet = state === "locked" || state === "gone";
  const to =
    clipId !== null
      ? paths.clip(clipId)
      : callId !== null
        ? paths.playback(callId, isRange ? { t: t0Ms } : {})
        : null;
  const name = title ?? t(`item.${kind}.${state === "gone" ? "gone" : "locked"}`);
  return (
    <li
      data-sort-row={item.id}
      aria-current={isPlaying ? "true" : undefined}
      className="sorted-row border-t border-line px-3 py-2.5 text-sm first:border-t-0 [content-visibility:auto] [contain-intrinsic-size:auto_76px] aria-[current]:bg-surface-chosen"
    >
      <div className="grid grid-cols-[24px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 desk:grid-cols-[24px_24px_150px_minmax(0,1fr)_64px_auto_auto]">
        {isSortable ? <GripSlot id={item.id} /> : <span className="hidden desk:block" />}
        <span className="hidden text-right font-mono text-xs desk:block">{place}</span>
        <span className="hidden desk:block">
          {isQuiet ? <Gone /> : <Strip strip={item.strip} talkRatio={null} />}
        </span>
        <div className={`min-w-0 ${isSortable ? "" : "max-desk:col-span-2"}`}>
          <p className="flex flex-wrap items-center gap-x-2">
            {to === null ? (
              <bdi className={isQuiet ? "font-medium text-ink-muted" : "text-base font-medium"}>
                {name}
              </bdi>
            ) : (
              <TextLink to={to}>
                <bdi className="text-base font-medium">{name}</bdi>
              </TextLink>
            )}
            {state === "asked" ? <Tag tone="warn">{t("item.asked")}</Tag> : null}
            {item.staleDays === null ? null : (
              <Tag tone="warn">{t("item.stale", { days: item.staleDays })}</Tag>
            )}
          </p>
          {why === "" ? null : <p className="mt-px text-ink-soft wrap-anywhere">{why}</p>}
          <p className="text-xs text-ink-muted" suppressHydrationWarning>
            {isQuiet
              ? t(`item.${kind}.${state === "gone" ? "goneWhy" : "lockedWhy"}`)
              : [
                  isRange
                    ? t("item.range", { from: duration(t0Ms), to: duration(t1Ms) })
                    : t(`item.${kind}.name`),
                  ...(item.company === null ? [] : [item.company]),
                  t("item.added", { name: item.addedBy, when: date(item.addedAt) }),
                  ...(state === "silent" || state === "making" || state === "withdrawn"
                    ? [t(`item.${state}`)]
                    : []),
                  ...(item.isEnded
                    ? [t("item.ended")]
                    : item.positionMs !== null && item.positionMs > t0Ms
                      ? [t("item.begun", { time: duration(item.positionMs) })]
                      : []),
                ].join(" · ")}
          </p>
        </div>
        <span className="hidden text-right font-mono text-xs desk:block">
          {isQuiet ? null : duration(t1Ms - t0Ms)}
        </span>
        <span className="hidden text-xs whitespace-nowrap text-ink-soft desk:block">
          {isQuiet ? null : t("item.opened", { count: item.opened })}
        </span>
        <span className="flex items-center justify-end gap-1">
          {state === "ready" ? (
            <span className="noscript:hidden">
              <IconButton
                {...{ icon: Play, size: "small", label: t("playFrom", { title: name }) }}
                onClick={onPlay}
              />
            </span>
          ) : null}
          {library.can.curate ? (
            <TextLink
              to={paths.library(library.id, { folder, item: isOpen ? null : item.id })}
              preventScrollReset
              aria-expanded={isOpen}
              aria-label={t("item.changeOf", { title: name })}
            >
              {t("item.change")}
            </TextLink>
          ) : null}
        </span>
      </div>
      {isOpen && library.can.curate ? <ItemForms {...props} name={name} /> : null}
    </li>
  );
}

/** Nobody speaks where the call is gone. */
const Gone = () => (
  <svg
    width="150"
    height="26"
    viewBox="0 0 150 26"
    aria-hidden
    className="max-w-full stroke-line-strong"
    strokeDasharray="3 4"
  >
    <path d="M0 7.5h150M0 18.5h150" />
  </svg>
);

function ItemForms({ item, folders, place, name }: Props & { name: string }) {
  const { t } = useTranslation("library");
  const id = <input type="hidden" name="itemId" value={item.id} />;
  const field = (text: string) => `${text}-${item.id}`;
  return (
    <div className="mt-3 grid gap-4 border-t border-line pt-3">
      <Form method="post" className="flex flex-wrap items-end gap-2">
        {id}
        <label className="grid min-w-0 grow gap-1 text-xs font-medium" htmlFor={field("why")}>
          {t("item.why")}
          <input
            id={field("why")}
            name="why"
            maxLength={280}
            defaultValue={item.why}
            className={controlLook({ className: "w-full" })}
          />
        </label>
        <FormButton tone="plain" name="intent" value="note_item">
          {t("item.saveWhy")}
        </FormButton>
      </Form>
      <Form
        method="post"
        className="flex flex-wrap items-end gap-2"
        aria-label={t("item.moveTitle")}
      >
        {id}
        {folders.length === 0 ? null : (
          <label className="grid gap-1 text-xs font-medium" htmlFor={field("folder")}>
            {t("item.folder")}
            <Select
              id={field("folder")}
              name="folderId"
              width="hug"
              defaultValue={item.folderId ?? ""}
              options={[
                { value: "", label: t("folders.none") },
                ...folders.map((folder) => ({ value: folder.id, label: folder.path })),
              ]}
            />
          </label>
        )}
        <label className="grid gap-1 text-xs font-medium" htmlFor={field("place")}>
          {t("item.place")}
          <input
            id={field("place")}
            name="place"
            type="number"
            min={1}
            required
            defaultValue={place}
            className={controlLook({ className: "w-24 font-mono" })}
          />
        </label>
        <FormButton tone="plain" name="intent" value="move_item">
          {t("item.move")}
        </FormButton>
      </Form>
      <Form method="post">
        {id}
        <RowButton intent="remove_item" tone="danger" label={t("item.removeOf", { title: name })}>
          {t("item.remove")}
        </RowButton>
      </Form>
    </div>
  );
}
