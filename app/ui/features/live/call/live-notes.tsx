import { cva } from "class-variance-authority";
import { Flag, Pause, StickyNote, Unplug } from "lucide-react";
import { type KeyboardEvent, type RefObject, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { LiveMark } from "#app/core/domain/live/live-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { NotDone } from "./not-done.tsx";
import type { LiveActions } from "./use-live-action.ts";
import { isGapCause } from "#app/core/domain/recording/mark-views.ts";
import { LIVE_KEYS } from "./use-live-keys.ts";

const ICONS = { note: StickyNote, flag: Flag, pause: Pause, gap: Unplug };

type Props = {
  marks: readonly LiveMark[];
  /** Milliseconds into the call; null before it began. */
  nowMs: number | null;
  /** Absent for who only reads along. */
  actions: LiveActions | null;
  /** Where the key for a note leads. */
  field?: RefObject<HTMLTextAreaElement>;
};

/** While the call runs, what is below must stay in sight. */
const listLook = cva("mt-2 divide-y divide-line", {
  variants: { is: { whole: "", short: "max-h-44 overflow-y-auto overscroll-contain" } },
});

/** Notes and flags, each pinned to its moment; what happened to the recording is a list of its own below them. */
export function LiveNotes({ marks, nowMs, actions, field }: Props) {
  const { t } = useTranslation("live");
  const shown = marks.toSorted((a, b) => b.t0Ms - a.t0Ms);
  const notes = shown.filter(isByPerson);
  const recording = shown.filter((mark) => !isByPerson(mark));
  const size = actions === null ? "whole" : "short";
  return (
    <>
      {actions === null && notes.length === 0 ? null : (
        <Panel title={t("notes.title")}>
          {actions === null ? null : <NoteForm nowMs={nowMs} actions={actions} field={field} />}
          <MarkList label={t("notes.title")} marks={notes} size={size} />
        </Panel>
      )}
      {recording.length === 0 ? null : (
        <Panel title={t("over.recording")}>
          <MarkList label={t("over.recording")} marks={recording} size={size} />
        </Panel>
      )}
    </>
  );
}

const isByPerson = ({ kind }: LiveMark): boolean => kind === "note" || kind === "flag";

type ListProps = { label: string; marks: readonly LiveMark[]; size: "whole" | "short" };

function MarkList({ label, marks, size }: ListProps) {
  const { duration } = useFormat();
  if (marks.length === 0) return null;
  return (
    <ul aria-label={label} className={listLook({ is: size })}>
      {marks.map((mark) => (
        <li
          key={mark.id}
          className="grid grid-cols-[auto_auto_minmax(0,1fr)] gap-x-2 py-1.5 text-sm"
        >
          <span className="pt-px text-ink-muted">
            <Icon of={ICONS[mark.kind]} />
          </span>
          <span className="font-mono text-xs leading-5 text-ink-muted">{duration(mark.t0Ms)}</span>
          <span className="min-w-0 wrap-anywhere whitespace-pre-wrap">
            {mark.body ?? <MarkText mark={mark} />}
            {mark.by === null ? null : (
              <span className="ml-1.5 text-xs text-ink-muted">{mark.by}</span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function MarkText({ mark }: { mark: LiveMark }) {
  const { t } = useTranslation("live");
  const { duration, seconds } = useFormat();
  if (mark.kind === "flag") return t("notes.flag");
  if (mark.t1Ms === null) return mark.kind === "pause" ? t("notes.pausedNow") : t("notes.gapNow");
  const ms = mark.t1Ms - mark.t0Ms;
  // "0:00" would say that nothing is missing.
  const length = ms < 10_000 ? seconds(ms) : duration(ms);
  if (mark.kind === "pause") return t("notes.paused", { length });
  return isGapCause(mark.cause)
    ? t("notes.gapWhy", { length, why: t(`notes.why.${mark.cause}`) })
    : t("notes.gap", { length });
}

/** The note belongs to the moment the first letter was typed, not to the one it was sent at. */
function NoteForm({
  nowMs,
  actions,
  field,
}: {
  nowMs: number | null;
  actions: LiveActions;
  field: Props["field"];
}) {
  const { t } = useTranslation("live");
  const { duration } = useFormat();
  const [body, setBody] = useState("");
  const [beganMs, setBegan] = useState<number | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const atMs = beganMs ?? nowMs ?? 0;
  const isSaving = actions.busy.has("note");
  const write = (text: string) => {
    setBegan((before) => (text === "" ? null : (before ?? nowMs ?? 0)));
    setBody(text);
  };
  const save = async () => {
    if (body.trim() === "" || isSaving) return;
    if (await actions.act("note", { body, t0Ms: String(Math.round(atMs)) })) write("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isSend = event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing;
    if (!isSend) return;
    event.preventDefault();
    form.current?.requestSubmit();
  };
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      className="grid gap-2"
    >
      <label className="grid gap-1">
        <span className="text-sm font-medium">{t("notes.at", { time: duration(atMs) })}</span>
        <textarea
          ref={field}
          aria-keyshortcuts={LIVE_KEYS.note}
          title={t("controls.key", { key: LIVE_KEYS.note })}
          value={body}
          rows={2}
          maxLength={4_000}
          onChange={(event) => write(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          aria-describedby="live-note-hint"
          className={controlLook({ className: "w-full resize-y" })}
        />
      </label>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" busy={isSaving && t("notes.saving")}>
          {t("notes.save")}
        </Button>
        <span id="live-note-hint" className="text-xs text-ink-muted">
          {t("notes.hint")}
        </span>
      </div>
      {actions.failed?.intent === "note" ? (
        <p role="alert" className="text-xs text-danger">
          <NotDone failed={actions.failed}>{t("notes.failed")}</NotDone>
        </p>
      ) : null}
    </form>
  );
}
