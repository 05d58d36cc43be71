import { useLocation } from "@remix-run/react";
import {
  AudioLines,
  Download,
  Ellipsis,
  Library,
  type LucideIcon,
  RefreshCw,
  RotateCcw,
  Tag,
  Trash2,
  UserCheck,
  UserRound,
  Users,
  X,
} from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { COUNTED } from "#app/core/domain/list/counted.ts";
import { LIMITS } from "#app/core/domain/limits.ts";
import type { ClipsOfCalls } from "#app/core/domain/call/call-views.ts";
import type { AudienceOfMany } from "#app/core/domain/library/library-views.ts";
import type { RecordingsQuery } from "#app/core/pages/recordings-filters.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import { Menu } from "#app/ui/components/primitive/menu.tsx";
import { usePageAction } from "#app/ui/components/primitive/page-actions.ts";
import { Popover } from "#app/ui/components/primitive/popover.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { AccessQuestion } from "./bulk-access.tsx";
import { LibraryQuestion } from "./bulk-library.tsx";
import { DeleteQuestion } from "./bulk-delete.tsx";
import { BulkLabel } from "./bulk-label.tsx";
import { RegenerateQuestion } from "./bulk-regenerate.tsx";
import { OwnerQuestion } from "./bulk-owner.tsx";
import { RecogniseQuestion } from "./bulk-recognise.tsx";
import { ReviewerQuestion } from "./bulk-reviewer.tsx";
import { useSelection } from "./selection.tsx";
import { useBulkForm } from "./use-bulk-form.ts";

type Props = {
  query: RecordingsQuery;
  /** Of all pages; 1,001 for more than a thousand. */
  count: number;
  /** The search found more than it shows: `count` are the newest of them. */
  isCut: boolean;
  /** Where the focus goes when nothing is selected any more. */
  onCleared: () => void;
};
type Question = "access" | "owner" | "reviewer" | "recognise" | "regenerate" | "library" | "delete";
type Right = "update" | "delete";
/** So many are deleted without being asked where no clip is of them: they come back by one press. */
const UNASKED = 50;
/** Below the bar. */
const GAP_PX = 32;

/** What can be done with the calls that are selected. It comes with the first of them. */
export default function BulkBar({ query, count, isCut, onCleared }: Props) {
  const { t } = useTranslation("bulk");
  const readOnly = useReadOnly();
  const selection = useSelection();
  const { picked, isAll } = selection;
  const form = useBulkForm();
  const [question, setQuestion] = useState<Question | null>(null);
  const [isLabelOpen, setLabelOpen] = useState(false);
  const [going, setGoing] = useState<ClipsOfCalls>({ clips: 0, others: 0 });
  const looking = useRef(false);
  const [isLooking, setLooking] = useState(false);
  const bar = useRef<HTMLElement>(null);
  useRoomBelow(bar);
  const n = isAll ? count : picked.size;
  const ids = isAll ? [] : [...picked.keys()];
  const isDeleted = query.show === "deleted";
  const clear = () => {
    selection.clear();
    onCleared();
  };
  const send = async (fields: Record<string, string>, isGone = false): Promise<boolean> => {
    const all = isAll && { all: "on", expected: String(count) };
    const isTaken = await form.send({ ...fields, ...all }, ids);
    if (isTaken && isGone) clear();
    return isTaken;
  };
  const some = (right: Right) => isAll || [...picked.values()].some((can) => can[right]);
  const reasonOf = (right: Right, text: string): string | undefined =>
    readOnly ?? (some(right) ? undefined : text);
  const asked = { n: isAll ? null : n, isBusy: form.isBusy, refusal: form.refusal };
  const ask = (next: Question | null) => {
    form.reset();
    setQuestion(next);
  };
  const close = () => ask(null);
  const answer = async (fields: Record<string, string>, isGone = false): Promise<boolean> => {
    const isTaken = await send(fields, isGone);
    if (isTaken) close();
    return isTaken;
  };
  const busy = form.isBusy && question === null && t("bar.busy");
  const openLabel = (isOpen: boolean) => {
    form.reset();
    setLabelOpen(isOpen);
  };
  const remove = async () => {
    // The second press of a double click.
    if (looking.current) return;
    looking.current = true;
    setLooking(true);
    const fields = { intent: "bulk_preview_delete", ...(isAll && { all: "on" }) };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the command's own answer
    const found = (await form.ask(fields, ids)) as ClipsOfCalls | null;
    looking.current = false;
    setLooking(false);
    if (found === null) return;
    setGoing(found);
    if (isAll || n > UNASKED || found.clips > 0) ask("delete");
    else await send({ intent: "bulk_delete" }, true);
  };
  const exportAs = useExport(ids, isAll);
  const isUsed = reasonOf("update", t("bar.none.update"));
  const isKept = (text: string) => reasonOf("delete", text);
  // In the order in which they are needed; on a phone all of them are in one menu.
  const more: (Deed & { name: Exclude<Question, "delete"> })[] = [
    { name: "access", icon: Users, reason: isKept(t("bar.none.access")) },
    { name: "owner", icon: UserRound, reason: isKept(t("bar.none.owner")) },
    { name: "reviewer", icon: UserCheck, reason: isUsed },
    { name: "library", icon: Library, reason: readOnly },
  ];
  const again: (Deed & { name: "recognise" | "regenerate" })[] = [
    { name: "recognise", icon: AudioLines, reason: isKept(t("bar.none.again")) },
    { name: "regenerate", icon: RefreshCw, reason: isUsed },
  ];
  const itemOf = ({ name, icon, reason }: (typeof more)[number] | (typeof again)[number]) => ({
    ...{ label: t(`bar.${name}`), icon, disabledReason: reason },
    onSelect: () => ask(name),
  });
  const exports = [
    { label: t("bar.csv"), disabledReason: readOnly, onSelect: () => exportAs("csv") },
    { label: t("bar.json"), disabledReason: readOnly, onSelect: () => exportAs("json") },
  ];
  return (
    <section
      ref={bar}
      aria-label={t("bar.name")}
      data-bulk-bar
      className="sticky bottom-4 z-30 mx-auto flex w-max max-w-full flex-wrap items-center gap-x-1 gap-y-1.5 rounded-panel border border-line bg-surface-raised py-1.5 pr-2 pl-3.5 text-sm shadow-float motion-safe:animate-layer max-desk:bottom-2 max-desk:w-full"
    >
      <Count n={n} count={count} isCut={isCut} />
      <span aria-hidden className="mx-1.5 h-5 w-px bg-line max-desk:hidden" />
      {isDeleted ? (
        <Button
          tone="quiet"
          icon={RotateCcw}
          busy={busy}
          disabledReason={readOnly}
          onClick={() => void send({ intent: "bulk_restore" }, true)}
        >
          {t("bar.restore")}
        </Button>
      ) : (
        <>
          <Popover
            label={t("bar.label")}
            open={isLabelOpen}
            onOpenChange={openLabel}
            trigger={
              <Button tone="quiet" icon={Tag} busy={busy} disabledReason={isUsed}>
                {t("bar.label")}
              </Button>
            }
          >
            <BulkLabel
              isBusy={form.isBusy}
              refusal={form.refusal}
              onChoose={async (fields) => {
                if (await send(fields)) openLabel(false);
              }}
            />
          </Popover>
          <span className="contents max-desk:hidden">
            {more.map(({ name, icon, reason }) => (
              <Button
                key={name}
                tone="quiet"
                icon={icon}
                aria-haspopup="dialog"
                disabledReason={reason}
                onClick={() => ask(name)}
              >
                {t(`bar.${name}`)}
              </Button>
            ))}
            <Menu
              trigger={
                <Button tone="quiet" icon={RefreshCw} disabledReason={isUsed}>
                  {t("bar.again")}
                </Button>
              }
              groups={[again.map(itemOf)]}
            />
          </span>
        </>
      )}
      <span className={isDeleted ? "contents" : "contents max-desk:hidden"}>
        <Menu
          trigger={
            <Button tone="quiet" icon={Download} disabledReason={readOnly}>
              {t("bar.export")}
            </Button>
          }
          groups={[exports]}
        />
      </span>
      {isDeleted ? null : (
        <>
          <Button
            tone="quiet"
            icon={Trash2}
            busy={isLooking ? t("bar.busy") : busy}
            disabledReason={isKept(t("bar.none.delete"))}
            onClick={() => void remove()}
          >
            <span className="text-danger">{t("bar.delete")}</span>
          </Button>
          <span className="desk:hidden">
            <Menu
              trigger={
                <Button tone="quiet" icon={Ellipsis}>
                  {t("bar.more")}
                </Button>
              }
              groups={[more.map(itemOf), again.map(itemOf), exports]}
            />
          </span>
        </>
      )}
      <span aria-hidden className="mx-1.5 h-5 w-px bg-line max-desk:hidden" />
      <span className="max-desk:absolute max-desk:top-1 max-desk:right-1">
        <IconButton icon={X} label={t("select.clear")} onClick={clear} />
      </span>
      {form.refusal === null || question !== null || isLabelOpen ? null : (
        <p role="alert" className="basis-full text-danger">
          {form.refusal}
        </p>
      )}
      {isDeleted ? null : (
        <InPalette
          n={n}
          deeds={[
            { name: "label", reason: isUsed, run: () => openLabel(true) },
            ...[...more, ...again].map(({ name, reason }) => ({
              ...{ name, reason, run: () => ask(name) },
            })),
            { name: "delete", reason: isKept(t("bar.none.delete")), run: () => void remove() },
          ]}
        />
      )}
      {question === "access" ? (
        <AccessQuestion
          {...asked}
          onClose={close}
          onAnswer={(visibility) => void answer({ intent: "bulk_access", visibility })}
        />
      ) : null}
      {question === "owner" ? (
        <OwnerQuestion
          {...asked}
          onClose={close}
          onAnswer={(memberId) => void answer({ intent: "bulk_owner", memberId })}
        />
      ) : null}
      {question === "recognise" ? (
        <RecogniseQuestion
          {...asked}
          onClose={close}
          onAnswer={() => void answer({ intent: "bulk_recognise" })}
        />
      ) : null}
      {question === "reviewer" ? (
        <ReviewerQuestion
          {...asked}
          onClose={close}
          onAnswer={(fields) => void answer({ intent: "bulk_reviewer", ...fields })}
        />
      ) : null}
      {question === "regenerate" ? (
        <RegenerateQuestion
          {...asked}
          onClose={close}
          onAnswer={(fields) => void answer({ intent: "bulk_regenerate", ...fields })}
        />
      ) : null}
      {question === "library" ? (
        <LibraryQuestion
          {...asked}
          onClose={close}
          onLook={async (libraryId) => {
            const fields = { intent: "bulk_preview_library", libraryId };
            const said = await form.ask({ ...fields, ...(isAll && { all: "on" }) }, ids);
            // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the command's own answer
            return said as AudienceOfMany | null;
          }}
          onAnswer={(fields) => answer({ intent: "bulk_add_to_library", ...fields })}
        />
      ) : null}
      {question === "delete" ? (
        <DeleteQuestion
          {...asked}
          going={going}
          onClose={close}
          onAnswer={(fields) => void answer({ intent: "bulk_delete", ...fields }, true)}
        />
      ) : null}
    </section>
  );
}

/** "3 selected", and the way to all that match. */
function Count({ n, count, isCut }: { n: number; count: number; isCut: boolean }) {
  const { t } = useTranslation("bulk");
  const { isAll, takeAll, elsewhere } = useSelection();
  const isMore = count > COUNTED;
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 max-desk:basis-full max-desk:pr-9">
      <b className="font-strong">
        {!isAll
          ? t("select.count", { count: n })
          : isMore
            ? t("select.allMore", { n: COUNTED })
            : isCut
              ? t("select.allFound", { count })
              : t("select.all", { count })}
      </b>
      {elsewhere === 0 ? null : (
        <span className="text-xs text-ink-muted">
          {t("select.elsewhere", { count: elsewhere })}
        </span>
      )}
      {isAll ? (
        isMore ? (
          <span className="text-xs text-ink-muted">
            {t("select.takeMoreHint", { n: LIMITS.bulkRows })}
          </span>
        ) : null
      ) : count > n ? (
        <button
          type="button"
          onClick={takeAll}
          title={isMore ? t("select.takeMoreHint", { n: LIMITS.bulkRows }) : undefined}
          className="words-link min-h-6 text-link"
        >
          {isMore
            ? t("select.takeMore", { n: COUNTED })
            : isCut
              ? t("select.takeFound", { count })
              : t("select.takeAll", { count })}
        </button>
      ) : null}
    </span>
  );
}

/** Sends the selected calls as a form of the browser's own, since it is what takes files. */
function useExport(ids: readonly string[], isAll: boolean): (format: "csv" | "json") => void {
  const { search } = useLocation();
  return (format) => {
    const form = document.createElement("form");
    form.method = "post";
    form.action = `${format === "csv" ? paths.recordingsCsv() : paths.recordingsJson()}${search}`;
    form.hidden = true;
    const fields = isAll ? [["all", "on"]] : ids.map((id) => ["callIds", id]);
    for (const [name = "", value = ""] of fields) {
      const input = document.createElement("input");
      Object.assign(input, { type: "hidden", name, value });
      form.append(input);
    }
    document.body.append(form);
    form.submit();
    form.remove();
  };
}

/** `reason`: why it cannot be done. */
type Deed = { icon: LucideIcon; reason: string | undefined };
type Offer = {
  name: "label" | Question;
  reason: string | undefined;
  run: () => void;
};

/** The bar's deeds among what the palette can do on this page. */
function InPalette({ n, deeds }: { n: number; deeds: readonly Offer[] }) {
  return deeds.map((deed) => <InPaletteOne key={deed.name} n={n} {...deed} />);
}

function InPaletteOne({ n, name, reason, run }: Offer & { n: number }) {
  const { t } = useTranslation("bulk");
  usePageAction(t(`palette.${name}`, { count: n }), run, reason);
  return null;
}

/** What has the focus stays above the bar. */
function useRoomBelow(bar: RefObject<HTMLElement>): void {
  useEffect(() => {
    const { current } = bar;
    if (current === null) return undefined;
    const { style } = document.documentElement;
    const before = style.scrollPaddingBottom;
    const watch = new ResizeObserver(() => {
      style.scrollPaddingBottom = `${current.offsetHeight + GAP_PX}px`;
    });
    watch.observe(current);
    return () => {
      watch.disconnect();
      style.scrollPaddingBottom = before;
    };
  }, [bar]);
}
