import { Check } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { FailedItem, HomeItem } from "#app/core/pages/home-views.ts";
import { COUNTED } from "#app/core/domain/list/counted.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { type Entry, finish, merge, undo } from "./entries.ts";
import type { Finished } from "./finished.ts";
import type { DealDialogSlot } from "./deal-actions.tsx";
import { type QueueItem, QueueRow } from "./queue-row.tsx";
import { RowButton } from "./row-button.tsx";

type Props = {
  items: readonly HomeItem[];
  count: number;
  isAll: boolean;
  /** The row that the address opens. */
  open: string | null;
  /** A call that stands still, which the list of recordings draws. */
  failed: (item: FailedItem) => ReactNode;
  evidence: (item: QueueItem, place: { t0Ms: number; t1Ms: number | null }) => ReactNode;
  dealDialog: DealDialogSlot;
};

/** What needs the reader, each where it can be done; one row opens at a time, and a finished one stays until they leave. */
export function HomeQueue({
  items,
  count,
  isAll,
  open: fromUrl,
  failed,
  evidence,
  dealDialog,
}: Props) {
  const { t } = useTranslation("home");
  const [open, setOpen] = useState(fromUrl);
  const [entries, setEntries] = useState<Entry[]>(() => merge([], items));
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set());
  const [loaded, setLoaded] = useState(items);
  if (loaded !== items) {
    setLoaded(items);
    setEntries((before) => merge(before, items, sent));
  }
  const list = useRef<HTMLUListElement>(null);
  const [focused, setFocused] = useState<string | null>(null);
  // What had the focus is gone with its row: the way back has it.
  useEffect(() => {
    if (focused === null) return;
    list.current?.querySelector<HTMLElement>(`[data-row="${focused}"] button`)?.focus();
    setFocused(null);
  }, [focused]);
  if (entries.length === 0) return null;
  const title = t("needsTitle");
  return (
    <Panel
      title={title}
      aside={
        isAll ? (
          <TextLink to={paths.home()}>{t("fewer")}</TextLink>
        ) : count > items.length ? (
          <TextLink to={paths.homeAll()}>
            {count > COUNTED ? t("seeMany") : t("seeAll", { count })}
          </TextLink>
        ) : undefined
      }
    >
      <ul ref={list} aria-label={title} className="divide-y divide-line">
        {entries.map(({ item, finished }) =>
          finished !== null ? (
            <Done
              key={item.key}
              itemKey={item.key}
              finished={finished}
              onUndone={() => setEntries((before) => undo(before, item.key))}
            />
          ) : item.kind === "failed" ? (
            <li key={item.key} className="py-2">
              {failed(item)}
            </li>
          ) : (
            <QueueRow
              key={item.key}
              item={item}
              isOpen={open === item.key}
              onOpen={(isOpen) => setOpen(isOpen ? item.key : null)}
              onSend={() => setSent((before) => new Set([...before, item.key]))}
              onFinished={(done) => {
                setSent((before) => new Set([...before].filter((key) => key !== item.key)));
                setEntries((before) => finish(before, item.key, done));
                setOpen((now) => (now === item.key ? null : now));
                setFocused(item.key);
              }}
              evidence={(place) => evidence(item, place)}
              dealDialog={dealDialog}
            />
          ),
        )}
      </ul>
    </Panel>
  );
}

type DoneProps = { itemKey: string; finished: Finished; onUndone: () => void };

function Done({ itemKey, finished: { text, undo: fields }, onUndone }: DoneProps) {
  const { t } = useTranslation("home");
  const { t: common } = useTranslation("common");
  return (
    <li
      data-row={itemKey}
      className="flex flex-wrap items-center gap-x-3 py-2 text-sm text-ink-muted"
    >
      <Icon of={Check} />
      <p role="status" className="min-w-0 flex-1 wrap-anywhere">
        {text}
      </p>
      {fields === null ? null : (
        <RowButton
          fields={fields}
          done={null}
          undo={null}
          onFinished={onUndone}
          tone="quiet"
          label={t("undoOf", { what: text })}
        >
          {common("undo")}
        </RowButton>
      )}
    </li>
  );
}
