import { useActionData, useFetcher } from "@remix-run/react";
import { X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import {
  COMMENT_KINDS,
  type CommentView,
  MOST_CHARS,
} from "#app/core/domain/comment/comment-views.ts";
import { formText } from "#app/i18n/form-text.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useFormat } from "#app/i18n/place.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { useStore } from "#app/ui/browser/store.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Checkbox } from "#app/ui/components/primitive/checkbox.tsx";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { useHydrated } from "#app/ui/components/primitive/use-hydrated.ts";
import { usePlayer } from "#app/ui/features/player/player-context.tsx";
import { AccessStep } from "./access-step.tsx";
import { AskField } from "./ask-field.tsx";
import { type Draft, type DraftKey, EMPTY } from "./comment-drafts.ts";
import { placeAt, useComments } from "./comments-context.tsx";
import { MentionField } from "./mention-field.tsx";
import { usePlaceText } from "./place-chip.tsx";
import { useMentionable } from "./use-mentionable.ts";

type Mode =
  | { kind: "new" }
  | { kind: "reply"; to: CommentView }
  | { kind: "edit"; comment: CommentView };
type Props = {
  mode: Mode;
  /** What stands where nobody has written anything yet. */
  first?: Draft;
  /** It was sent, or given up. */
  onDone: (commentId: string | null) => void;
};
type Answer = {
  ok?: boolean;
  commentId?: string;
  error?: Record<string, string[] | null> | null;
};
const INTENT = { new: "add_comment", reply: "reply", edit: "edit_comment" } as const;
/** The count of characters shows from here on. */
const NEARLY = MOST_CHARS - 200;

export const draftKey = (mode: Mode): DraftKey => {
  if (mode.kind === "new") return "new";
  return mode.kind === "reply" ? `reply ${mode.to.id}` : `edit ${mode.comment.id}`;
};

/** Where a comment, an answer or a change of one is written. What is refused stays as it was typed. */
export function Composer({ mode, first = EMPTY, onDone }: Props) {
  const { t } = useTranslation("comment");
  const { t: forms } = useTranslation("forms");
  const { callId, drafts, wanted, sending } = useComments();
  const key = draftKey(mode);
  const intent = INTENT[mode.kind];
  const written = useStore(drafts, (all) => all.get(key));
  const refused = refusalOf(useActionData(), intent);
  const before = refused?.initialValue?.["body"];
  const draft = written ?? (typeof before === "string" ? { ...first, body: before } : first);
  const change = (some: Partial<Draft>) => drafts.write(key, { ...draft, ...some });
  const { Form, state, data, formData } = useFetcher<Answer>({ key: `${callId} ${key}` });
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [people, loadPeople] = useMentionable(callId);
  const errorId = useId();
  useEffect(() => {
    if (wanted.current !== key) return;
    wanted.current = null;
    field.current?.focus();
    field.current?.scrollIntoView({ block: "nearest" });
  });
  // What was sent is answered once; what was begun while it was on its way is another draft, and stays.
  const sent = useRef<Draft | null>(null);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    const draftSent = sent.current;
    if (state !== "idle" || data === undefined || draftSent === null) return;
    sent.current = null;
    sending.current = null;
    const now = drafts.get().get(key);
    const isSame = now === draftSent;
    if (data.ok === true && isSame) {
      drafts.close(key);
      done.current(data.commentId ?? null);
    } else if (data.ok !== true) {
      if (!isSame && now !== undefined)
        drafts.write(key, { ...draftSent, body: `${draftSent.body}\n${now.body}` });
      field.current?.focus();
    }
  }, [state, data, drafts, key, sending]);
  const isOnItsWay = formData !== undefined && mode.kind !== "edit";
  const errors: Record<string, string[] | null> =
    data?.ok === true ? {} : (data?.error ?? refused?.error ?? {});
  const { access, ...others } = errors;
  const say = (code: string, name = "body") =>
    formText(forms, code, { name, label: t("write.label") });
  const sentences = Object.entries(others).flatMap(([name, codes]) =>
    (codes ?? []).map((code) => say(code, name)),
  );
  const isChanged = (errors[""] ?? []).some((code) => code.startsWith("changed_meanwhile"));
  const busy = state !== "idle" && t("write.sending");
  const length = Array.from(draft.body).length;
  const isPrivate = mode.kind === "new" ? draft.isPrivate : targetOf(mode).isPrivate;
  const name =
    mode.kind === "new"
      ? t("write.label")
      : mode.kind === "edit"
        ? t("write.edit")
        : t("write.reply", { name: mode.to.author.name });
  return (
    <>
      {!isOnItsWay ? null : (
        <p className="text-base leading-normal wrap-anywhere whitespace-pre-wrap opacity-60">
          {sent.current?.body ?? draft.body}
        </p>
      )}
      <Form
        ref={form}
        method="post"
        action={paths.playback(callId, { tab: "comments" })}
        className="grid gap-2"
        hidden={isOnItsWay && (sent.current === null || draft === sent.current)}
        onSubmit={() => {
          sent.current = drafts.get().get(key) ?? draft;
          if (mode.kind === "new") sending.current = sent.current;
        }}
      >
        <input type="hidden" name="intent" value={intent} />
        {mode.kind === "new" ? null : (
          <input type="hidden" name="commentId" value={targetOf(mode).id} />
        )}
        {mode.kind === "edit" ? (
          <input type="hidden" name="version" value={mode.comment.version} />
        ) : null}
        {draft.mentions.map((id) => (
          <input key={id} type="hidden" name="mentions" value={id} />
        ))}
        {mode.kind === "new" ? <PlaceLine draft={draft} onChange={change} /> : null}
        {isChanged && mode.kind === "edit" ? (
          <div role="alert" className="grid gap-1 text-sm text-ink-soft">
            <p>{t("conflict.title")}</p>
            <p className="border-l-2 border-line-strong pl-2.5 wrap-anywhere whitespace-pre-wrap">
              {mode.comment.body}
            </p>
            <p>{t("conflict.keep")}</p>
          </div>
        ) : sentences.length === 0 ? null : (
          <p id={errorId} role="alert" className="text-sm text-danger">
            {sentences.join(" ")}
          </p>
        )}
        <MentionField
          field={field}
          label={name}
          body={draft.body}
          people={people}
          isPrivate={isPrivate}
          isInvalid={sentences.length > 0}
          errorId={errorId}
          onAsk={loadPeople}
          onChange={(body) => change({ body })}
          onPick={({ id }, body) =>
            change({ body, mentions: [...new Set([...draft.mentions, id])] })
          }
          onSend={() => form.current?.requestSubmit()}
          onCancel={() => {
            if (draft.body.trim() === "" || mode.kind !== "new") drafts.close(key);
            onDone(null);
          }}
        />
        {length > NEARLY ? (
          <p className={`text-xs ${length > MOST_CHARS ? "text-danger" : "text-ink-muted"}`}>
            {t("write.tooLong", { n: length, max: MOST_CHARS })}
          </p>
        ) : null}
        {mode.kind === "new" ? (
          <MoreOfNew draft={draft} onChange={change} people={people} onAsk={loadPeople} />
        ) : null}
        {access === undefined || access === null ? (
          <div className="flex flex-wrap items-center gap-2">
            {mode.kind === "reply" || isPrivate ? null : (
              <KindSelect draft={draft} onChange={change} />
            )}
            <span className="grow" />
            {written === undefined ? null : (
              <Button
                tone="quiet"
                onClick={() => {
                  drafts.close(key);
                  onDone(null);
                }}
              >
                {t("write.cancel")}
              </Button>
            )}
            <FormButton isBusy={busy !== false} busyText={t("write.sending")}>
              {t(sendText(mode, isPrivate))}
            </FormButton>
          </div>
        ) : (
          <AccessStep
            codes={access}
            errors={access.map((code) => say(code, "access"))}
            isReply={mode.kind === "reply"}
            busy={busy}
          />
        )}
      </Form>
    </>
  );
}

const targetOf = (mode: Exclude<Mode, { kind: "new" }>): CommentView =>
  mode.kind === "reply" ? mode.to : mode.comment;

function sendText(mode: Mode, isPrivate: boolean) {
  if (mode.kind === "edit") return "write.save";
  if (mode.kind === "reply") return "write.sendReply";
  return isPrivate ? "write.sendPrivate" : "write.send";
}

type Part = { draft: Draft; onChange: (change: Partial<Draft>) => void };

/** Where it stands, and the ways to move it. */
function PlaceLine({ draft: { place }, onChange }: Part) {
  const { t } = useTranslation("comment");
  const { duration } = useFormat();
  const say = usePlaceText();
  const player = usePlayer();
  const isScripted = useHydrated();
  const { durationMs } = player.get();
  const [nowMs, setNow] = useState(0);
  useEffect(() => {
    const look = () => setNow(Math.floor(player.positionMs() / 1_000) * 1_000);
    look();
    return player.onPosition(look);
  }, [player]);
  return (
    <div className="flex flex-wrap items-center gap-1.5 text-xs">
      <span className="sr-only">{t("write.place")}</span>
      <span className="inline-flex items-center gap-0.5 rounded-chip border border-line px-[5px] py-[3px] font-mono text-2xs leading-none font-medium">
        {place === null ? t("wholeCall") : say(place.t0Ms, place.t1Ms)}
      </span>
      {place === null ? null : (
        <>
          <input type="hidden" name="t0Ms" value={place.t0Ms} />
          {place.t1Ms === null ? null : <input type="hidden" name="t1Ms" value={place.t1Ms} />}
        </>
      )}
      {!isScripted || durationMs === 0 ? null : place === null ? (
        <Button
          tone="quiet"
          size="small"
          onClick={() => onChange({ place: placeAt(player.positionMs(), durationMs) })}
        >
          {t("write.toNow", { time: duration(nowMs) })}
        </Button>
      ) : (
        <>
          <IconButton
            icon={X}
            size="small"
            label={t("write.toWhole")}
            onClick={() => onChange({ place: null })}
          />
          {nowMs > place.t0Ms && place.t1Ms !== nowMs ? (
            <Button
              tone="quiet"
              size="small"
              onClick={() => onChange({ place: { ...place, t1Ms: Math.min(nowMs, durationMs) } })}
            >
              {t("write.endNow", { time: duration(nowMs) })}
            </Button>
          ) : null}
        </>
      )}
    </div>
  );
}

function KindSelect({ draft: { kind }, onChange }: Part) {
  const { t } = useTranslation("comment");
  const id = useId();
  return (
    <label htmlFor={id} className="flex items-center gap-1.5 text-xs text-ink-muted">
      {t("kind.label")}
      <Select
        id={id}
        name="kind"
        size="small"
        width="hug"
        value={kind}
        onChange={({ currentTarget: { value } }) =>
          onChange({ kind: COMMENT_KINDS.find((one) => one === value) ?? "plain" })
        }
        options={COMMENT_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
    </label>
  );
}

type MoreProps = Part & {
  people: Parameters<typeof AskField>[0]["people"];
  onAsk: () => void;
};

/** A note to oneself, or a question to colleagues. */
function MoreOfNew({ draft, onChange, people, onAsk }: MoreProps) {
  const { t } = useTranslation("comment");
  const isScripted = useHydrated();
  const [isAsking, setAsking] = useState(draft.ask.length > 0);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <label className="inline-flex min-h-6 items-center gap-2">
          <Checkbox
            name="isPrivate"
            checked={draft.isPrivate}
            onChange={({ currentTarget: { checked: isPrivate } }) =>
              onChange({ isPrivate, ...(isPrivate && { ask: [], dueOn: "", kind: "plain" }) })
            }
          />
          {t("write.private")}
        </label>
        {draft.isPrivate || !isScripted ? null : (
          <Button
            tone="quiet"
            size="small"
            aria-expanded={isAsking}
            onClick={() => {
              onAsk();
              setAsking(!isAsking);
              if (isAsking) onChange({ ask: [], dueOn: "" });
            }}
          >
            {t("write.ask")}
          </Button>
        )}
      </div>
      {isAsking && !draft.isPrivate ? (
        <AskField draft={draft} people={people} onChange={onChange} />
      ) : null}
    </>
  );
}
