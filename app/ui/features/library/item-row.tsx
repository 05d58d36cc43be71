import { Form } from "@remix-run/react";
import { Ellipsis, Play } from "lucide-react";
import type { LibraryPageView } from "#app/core/pages/library.server.ts";
import type { ItemView } from "#app/core/domain/library/library-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { RowButton } from "#app/ui/components/form/row-button.tsx";
import { Strip } from "#app/ui/components/instrument/strip.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import { GripSlot } from "#app/ui/components/primitive/late-sorting.tsx";
import { Link } from "#app/ui/components/primitive/link.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { Tooltip } from "#app/ui/components/primitive/tooltip.tsx";
import { ItemForms } from "./item-forms.tsx";
import { nameOf } from "./shown-items.ts";

type Props = Pick<LibraryPageView, "library" | "folders"> & {
  item: ItemView;
  /** The folder of the address, which the row's forms keep. */
  folder: string | null;
  /** From 1 on, within what is shown. */
  number: number;
  /** The place behind all items that are in a folder itself. */
  endOf: (folderId: string | null) => number;
  /** Why nothing can be opened now. */
  readOnly: string | undefined;
  isOpen: boolean;
  isPlaying: boolean;
  isSortable: boolean;
  onPlay: () => void;
};

/** One item: who spoke when, its title, why it is good, and for curators the form of what can be changed. */
export function ItemRow(props: Props) {
  const { item, library, number, isOpen, isPlaying, isSortable } = props;
  const { t } = useTranslation("library");
  const { duration } = useFormat();
  const { state, callId, clipId, t0Ms, t1Ms, isRange } = item;
  const isQuiet = state === "locked" || state === "gone";
  const to =
    clipId !== null
      ? paths.clip(clipId)
      : callId !== null
        ? paths.playback(callId, isRange ? { t: t0Ms } : {})
        : null;
  const name = nameOf(t, item);
  const length = duration(t1Ms - t0Ms);
  const opened = t("item.opened", { count: item.opened });
  return (
    <li
      data-sort-row={item.id}
      aria-current={isPlaying ? "true" : undefined}
      className="sorted-row border-t border-line px-3 py-2.5 text-sm first:border-t-0 [content-visibility:auto] [contain-intrinsic-size:auto_76px] aria-[current]:bg-surface-chosen"
    >
      <div className="grid grid-cols-[24px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 desk:grid-cols-[24px_24px_150px_minmax(0,1fr)_64px_minmax(72px,auto)_minmax(64px,auto)]">
        {isSortable ? <GripSlot id={item.id} /> : <span className="hidden desk:block" />}
        <span
          className={`hidden text-right font-mono text-xs desk:block ${isQuiet ? "text-ink-muted" : ""}`}
        >
          {number}
        </span>
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
          {item.why === "" ? null : <p className="mt-px text-ink-soft wrap-anywhere">{item.why}</p>}
          <p className="text-xs text-ink-muted" suppressHydrationWarning>
            {useFacts(item)}
            {isQuiet ? null : <span className="desk:hidden">{` · ${length} · ${opened}`}</span>}
          </p>
        </div>
        <span className="hidden text-right font-mono text-xs desk:block">
          {isQuiet ? null : length}
        </span>
        <span className="hidden text-xs whitespace-nowrap text-ink-soft desk:block">
          {isQuiet ? null : opened}
        </span>
        <Actions {...props} name={name} />
      </div>
      {isOpen && library.can.curate && state !== "gone" ? (
        <ItemForms {...props} name={name} />
      ) : null}
    </li>
  );
}

/** The line under the title: what it is and how far the reader is, or why it cannot be played. */
function useFacts(item: ItemView): string {
  const { t } = useTranslation("library");
  const { duration, date } = useFormat();
  const { state, kind, t0Ms, t1Ms, positionMs } = item;
  if (state === "locked") return t("item.lockedWhy");
  if (state === "gone") return t(`item.${kind}.goneWhy`);
  return [
    item.isRange
      ? t("item.range", { from: duration(t0Ms), to: duration(t1Ms) })
      : t(`item.${kind}.name`),
    ...(item.company === null ? [] : [item.company]),
    ...(item.addedAt === null
      ? []
      : [t("item.added", { name: item.addedBy, when: date(item.addedAt) })]),
    ...(state === "silent" || state === "making" || state === "withdrawn"
      ? [t(`item.${state}`)]
      : []),
    ...(item.isEnded
      ? [t("item.ended")]
      : positionMs !== null && positionMs > t0Ms
        ? [t("item.begun", { time: duration(positionMs) })]
        : []),
  ].join(" · ");
}

function Actions({
  item,
  library,
  folder,
  readOnly,
  isOpen,
  onPlay,
  name,
}: Props & { name: string }) {
  const { t } = useTranslation("library");
  const isGone = item.state === "gone";
  const change = t("item.changeOf", { title: name });
  return (
    <span className="flex items-center justify-end gap-1">
      {item.state === "ready" ? (
        <span className="noscript:hidden">
          <IconButton
            {...{ icon: Play, label: t("playFrom", { title: name }), disabledReason: readOnly }}
            onClick={onPlay}
          />
        </span>
      ) : null}
      {library.can.curate && isGone ? (
        <Form method="post">
          <input type="hidden" name="itemId" value={item.id} />
          <RowButton intent="remove_item" tone="quiet" label={t("item.removeOf", { title: name })}>
            {t("item.remove")}
          </RowButton>
        </Form>
      ) : null}
      {library.can.curate && !isGone ? (
        // A link, so that the form opens without script as well.
        <Tooltip text={change}>
          <Link
            to={paths.library(library.id, { folder, item: isOpen ? null : item.id })}
            preventScrollReset
            aria-expanded={isOpen}
            aria-label={change}
            className="inline-grid size-[30px] shrink-0 place-items-center rounded-control text-ink-soft hover:bg-surface-hover aria-expanded:bg-surface-chosen pointer-coarse:size-9"
          >
            <Icon of={Ellipsis} />
          </Link>
        </Tooltip>
      ) : null}
    </span>
  );
}

/** Empty lanes, where the call is gone. */
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
