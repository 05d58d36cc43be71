import { useLocation } from "@remix-run/react";
import {
  Download,
  Library,
  RefreshCw,
  RotateCcw,
  Tag,
  Trash2,
  UserCheck,
  Users,
  X,
} from "lucide-react";
import { useEffect, useState } from "react";
import { COUNTED } from "#app/core/domain/list/counted.ts";
import { LIMITS } from "#app/core/domain/limits.ts";
import type { AudienceOfMany } from "#app/core/domain/library/library-views.ts";
import type { RecordingsQuery } from "#app/core/pages/recordings-filters.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import { Menu } from "#app/ui/components/primitive/menu.tsx";
import { Popover } from "#app/ui/components/primitive/popover.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { AccessQuestion } from "./bulk-access.tsx";
import { LibraryQuestion } from "./bulk-library.tsx";
import { DeleteQuestion } from "./bulk-delete.tsx";
import { BulkLabel } from "./bulk-label.tsx";
import { RegenerateQuestion } from "./bulk-regenerate.tsx";
import { ReviewerQuestion } from "./bulk-reviewer.tsx";
import { useSelection } from "./selection.tsx";
import { useBulkForm } from "./use-bulk-form.ts";

type Props = {
  query: RecordingsQuery /** Of all pages; 1,001 for more than a thousand. */;
  count: number;
};
type Question = "access" | "reviewer" | "regenerate" | "library" | "delete";
/** So many are deleted without being asked: they come back by one press. */
const UNASKED = 50;
/** Room that the bar takes from the list: what has the focus stays above it. */
const ROOM = "8rem";

/** What can be done with the calls that are selected. It comes with the first of them. */
export default function BulkBar({ query, count }: Props) {
  const { t } = useTranslation("bulk");
  const readOnly = useReadOnly();
  const selection = useSelection();
  const { picked, isAll, clear } = selection;
  const form = useBulkForm();
  const [question, setQuestion] = useState<Question | null>(null);
  const [isLabelOpen, setLabelOpen] = useState(false);
  useRoomBelow();
  const n = isAll ? count : picked.size;
  const ids = isAll ? [] : [...picked.keys()];
  const isDeleted = query.show === "deleted";
  const send = async (fields: Record<string, string>, isGone = false): Promise<boolean> => {
    const isTaken = await form.send({ ...fields, ...(isAll && { all: "on" }) }, ids);
    if (isTaken && isGone) clear();
    return isTaken;
  };
  const some = (right: "update" | "delete") =>
    isAll || [...picked.values()].some((can) => can[right]);
  const reasonOf = (right: "update" | "delete", text: string): string | undefined =>
    readOnly ?? (some(right) ? undefined : text);
  const asked = { n: isAll ? null : n, isBusy: form.isBusy, refusal: form.refusal };
  const close = () => setQuestion(null);
  const answer = async (fields: Record<string, string>, isGone = false): Promise<boolean> => {
    const isTaken = await send(fields, isGone);
    if (isTaken) close();
    return isTaken;
  };
  const busy = form.isBusy && question === null && t("bar.busy");
  return (
    <section
      aria-label={t("bar.name")}
      className="sticky bottom-4 z-30 mx-auto flex w-max max-w-full flex-wrap items-center gap-x-1 gap-y-1.5 rounded-panel border border-line bg-surface-raised py-1.5 pr-2 pl-3.5 text-sm shadow-float motion-safe:animate-layer max-desk:bottom-2 max-desk:w-full"
    >
      <Count n={n} count={count} />
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
            onOpenChange={setLabelOpen}
            trigger={
              <Button
                tone="quiet"
                icon={Tag}
                busy={busy}
                disabledReason={reasonOf("update", t("bar.none.update"))}
              >
                {t("bar.label")}
              </Button>
            }
          >
            <BulkLabel
              isBusy={form.isBusy}
              refusal={form.refusal}
              onChoose={async (fields) => {
                if (await send(fields)) setLabelOpen(false);
              }}
            />
          </Popover>
          <Button
            tone="quiet"
            icon={Users}
            aria-haspopup="dialog"
            disabledReason={reasonOf("delete", t("bar.none.access"))}
            onClick={() => setQuestion("access")}
          >
            {t("bar.access")}
          </Button>
          <Button
            tone="quiet"
            icon={UserCheck}
            aria-haspopup="dialog"
            disabledReason={reasonOf("update", t("bar.none.update"))}
            onClick={() => setQuestion("reviewer")}
          >
            {t("bar.reviewer")}
          </Button>
          <Button
            tone="quiet"
            icon={RefreshCw}
            aria-haspopup="dialog"
            disabledReason={reasonOf("update", t("bar.none.update"))}
            onClick={() => setQuestion("regenerate")}
          >
            {t("bar.regenerate")}
          </Button>
          <Button
            tone="quiet"
            icon={Library}
            aria-haspopup="dialog"
            disabledReason={readOnly}
            onClick={() => setQuestion("library")}
          >
            {t("bar.library")}
          </Button>
        </>
      )}
      <Export ids={ids} isAll={isAll} isOff={readOnly} />
      {isDeleted ? null : (
        <Button
          tone="quiet"
          icon={Trash2}
          disabledReason={reasonOf("delete", t("bar.none.delete"))}
          onClick={() => {
            if (isAll || n > UNASKED) setQuestion("delete");
            else void send({ intent: "bulk_delete" }, true);
          }}
        >
          <span className="text-danger">{t("bar.delete")}</span>
        </Button>
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
      {question === "access" ? (
        <AccessQuestion
          {...asked}
          onClose={close}
          onAnswer={(visibility) => void answer({ intent: "bulk_access", visibility })}
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
          onClose={close}
          onAnswer={() => void answer({ intent: "bulk_delete" }, true)}
        />
      ) : null}
    </section>
  );
}

/** "3 selected", and the way to all that match. */
function Count({ n, count }: { n: number; count: number }) {
  const { t } = useTranslation("bulk");
  const { isAll, takeAll } = useSelection();
  const isMore = count > COUNTED;
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 max-desk:basis-full max-desk:pr-9">
      <b className="font-strong">
        {!isAll
          ? t("select.count", { count: n })
          : isMore
            ? t("select.allMore", { n: COUNTED })
            : t("select.all", { count })}
      </b>
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
          {isMore ? t("select.takeMore", { n: COUNTED }) : t("select.takeAll", { count })}
        </button>
      ) : null}
    </span>
  );
}

type ExportProps = { ids: readonly string[]; isAll: boolean; isOff: string | undefined };

/** The selected calls as a file: a form of the browser's own, since it is what takes files. */
function Export({ ids, isAll, isOff }: ExportProps) {
  const { t } = useTranslation("bulk");
  const { search } = useLocation();
  const take = (path: string) => {
    const form = document.createElement("form");
    form.method = "post";
    form.action = `${path}${search}`;
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
  return (
    <Menu
      trigger={
        <Button tone="quiet" icon={Download} disabledReason={isOff}>
          {t("bar.export")}
        </Button>
      }
      groups={[
        [
          { label: t("bar.csv"), onSelect: () => take(paths.recordingsCsv()) },
          { label: t("bar.json"), onSelect: () => take(paths.recordingsJson()) },
        ],
      ]}
    />
  );
}

function useRoomBelow(): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const before = style.scrollPaddingBottom;
    style.scrollPaddingBottom = ROOM;
    return () => {
      style.scrollPaddingBottom = before;
    };
  }, []);
}
