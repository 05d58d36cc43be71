import { useFetcher } from "@remix-run/react";
import { useEffect, useId, useRef } from "react";
import { MOST_KEY_DAYS, USUAL_KEY_DAYS } from "#app/core/domain/embed/key-days.ts";
import type { ShownKey, ShownLink } from "#app/core/pages/call-links.server.ts";
import { formText } from "#app/i18n/form-text.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Checkbox } from "#app/ui/components/primitive/checkbox.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { CopyLink } from "#app/ui/components/primitive/copy-link.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { RevokeQuestion } from "./revoke-question.tsx";
import { codesAt, type ShareAnswer } from "./share-answer.ts";
import { placesOf, type ShareSubject } from "./share-subject.ts";

type Props = { subject: ShareSubject; link: ShownLink; onChange: () => void };
/** Of a link that has ended or is blocked no player shows anything. */
const MAKES_KEYS: ReadonlySet<ShownLink["state"]> = new Set(["active", "preparing", "exhausted"]);
const KEY_DAYS = [14, 30, USUAL_KEY_DAYS, 365, MOST_KEY_DAYS];
/** For so long the old key goes on beside its successor. */
const OVERLAP_HOURS = 24;

/** Where a link plays on other sites: a key for each, its code, its end, and another key. */
export function EmbedKeys({ subject, link, onChange }: Props) {
  const { t } = useTranslation("share");
  return (
    <section className="grid gap-2 border-t border-line pt-2.5" aria-label={t("embedding.title")}>
      <h4 className="text-xs font-strong text-ink-muted">{t("embedding.title")}</h4>
      {link.keys.length === 0 ? null : (
        <ul className="grid gap-2">
          {link.keys.map((key) => (
            <KeyRow key={key.keyId} subject={subject} shown={key} onChange={onChange} />
          ))}
        </ul>
      )}
      {MAKES_KEYS.has(link.state) ? (
        <NewKey subject={subject} link={link} onChange={onChange} />
      ) : (
        <p className="text-xs text-ink-muted">{t("embedding.linkOver")}</p>
      )}
    </section>
  );
}

/** Sends what is done with a key to where its links are kept, and says when it is done. */
function useKeyCommand(subject: ShareSubject, onDone: () => void) {
  const fetcher = useFetcher<ShareAnswer>();
  const seen = useRef<ShareAnswer | undefined>(undefined);
  useEffect(() => {
    if (fetcher.state !== "idle" || fetcher.data === seen.current) return;
    seen.current = fetcher.data;
    if (fetcher.data?.ok === true) onDone();
  }, [fetcher.state, fetcher.data, onDone]);
  const intent = fetcher.formData?.get("intent") ?? null;
  return {
    fetcher,
    busy: fetcher.state === "idle" ? null : intent,
    act: (fields: Record<string, string>) =>
      fetcher.submit(fields, { method: "post", action: placesOf(subject).action }),
  };
}

export function KeyRow({
  subject,
  shown,
  onChange,
  title = null,
}: {
  subject: ShareSubject;
  shown: ShownKey;
  onChange: () => void;
  /** Of the call or clip, where it does not stand around it. */
  title?: string | null;
}) {
  const { t } = useTranslation("share");
  const { date, bytes } = useFormat();
  const isReadOnly = useReadOnly();
  const { act, busy, fetcher } = useKeyCommand(subject, onChange);
  const { keyId, origins, state, views } = shown;
  const sites =
    origins.length === 0
      ? t("embedding.nobody")
      : origins.includes("*")
        ? t("embedding.any")
        : origins.join(", ");
  const isOver = state === "revoked" || state === "expired";
  const facts = [
    t(`embedding.state.${state}`),
    ...(isOver || state === "link" || state === "policy"
      ? []
      : [
          shown.endsWithLink
            ? t("embedding.untilLink", { date: date(shown.endsAt) })
            : t("list.until", { date: date(shown.endsAt) }),
        ]),
    t("list.views", { count: views }),
    bytes(shown.bytes),
    ...(shown.showsTitle ? [t("embedding.withTitle")] : []),
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="min-w-0 flex-1 basis-48">
        {title === null ? null : <span className="block font-medium wrap-anywhere">{title}</span>}
        <span className="block font-mono text-xs wrap-anywhere">{sites}</span>
        <span className="block text-xs text-ink-muted" suppressHydrationWarning>
          {facts.join(", ")}
        </span>
      </span>
      {isOver ? null : (
        <span className="flex flex-wrap items-center gap-1">
          <CopyLink url={shown.snippet} label={t("embedding.copyCode")} />
          {state === "replaced" ? null : (
            <RevokeQuestion
              title={t("embedding.rotateTitle")}
              effect={t("embedding.rotateEffect", { count: OVERLAP_HOURS })}
              trigger={
                <Button
                  tone="quiet"
                  size="small"
                  aria-label={t("embedding.rotateOf", { sites })}
                  disabledReason={isReadOnly}
                >
                  {t("embedding.rotate")}
                </Button>
              }
              yes={t("embedding.rotate")}
              isBusy={busy === "rotate_embed_key"}
              busyText={t("embedding.rotating")}
              answer={fetcher.data}
              isAnswered={fetcher.data?.ok === true}
              onYes={() => act({ intent: "rotate_embed_key", keyId, hours: String(OVERLAP_HOURS) })}
            />
          )}
          <RevokeQuestion
            title={t("embedding.revokeTitle")}
            effect={t("embedding.revokeEffect")}
            trigger={
              <Button
                tone="danger"
                size="small"
                aria-label={t("embedding.revokeOf", { sites })}
                disabledReason={isReadOnly}
              >
                {t("list.revoke")}
              </Button>
            }
            yes={t("list.revoke")}
            isBusy={busy === "revoke_embed_key"}
            answer={fetcher.data}
            isAnswered={fetcher.data?.ok === true}
            onYes={() => act({ intent: "revoke_embed_key", keyId })}
          />
        </span>
      )}
      {state === "active" || state === "replaced" ? (
        <RefusedSites subject={subject} shown={shown} onChange={onChange} />
      ) : null}
    </li>
  );
}

/** Sites that asked for the player and were refused: a partner sees an empty frame, and this is where it is mended. */
function RefusedSites({
  subject,
  shown: { keyId, refused },
  onChange,
}: {
  subject: ShareSubject;
  shown: ShownKey;
  onChange: () => void;
}) {
  const { t } = useTranslation("share");
  const { t: forms } = useTranslation("forms");
  const isReadOnly = useReadOnly();
  const box = useRef<HTMLDivElement>(null);
  // The button that was pressed goes with its site.
  const { act, busy, fetcher } = useKeyCommand(subject, () => {
    box.current?.focus();
    onChange();
  });
  const asked = fetcher.formData?.get("site") ?? null;
  const wrong = [...codesAt(fetcher.data, ""), ...codesAt(fetcher.data, "origins")];
  return (
    <div ref={box} tabIndex={-1} className="grid basis-full gap-1 text-xs">
      {refused.length === 0 ? null : (
        <>
          <p className="text-ink-muted">{t("embedding.refused")}</p>
          <ul className="grid gap-1">
            {refused.map((site) => (
              <li key={site} className="flex flex-wrap items-center gap-2">
                <span className="min-w-0 flex-1 basis-48 font-mono wrap-anywhere">{site}</span>
                <Button
                  size="small"
                  aria-label={t("embedding.addOf", { site })}
                  disabledReason={isReadOnly}
                  busy={busy !== null && asked === site && t("embedding.adding")}
                  onClick={() => act({ intent: "allow_embed_site", keyId, site })}
                >
                  {t("embedding.add")}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {wrong.length === 0 || busy !== null ? null : (
        <p role="alert" className="text-danger">
          {wrong
            .map((code) => formText(forms, code, { name: "", label: t("embedding.sites") }))
            .join(" ")}
        </p>
      )}
    </div>
  );
}

function NewKey({ subject, link, onChange }: Props) {
  const { t } = useTranslation("share");
  const { t: forms } = useTranslation("forms");
  const isReadOnly = useReadOnly();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  // The button that was pressed keeps the focus: the form stays, and is emptied.
  const { fetcher } = useKeyCommand(subject, () => {
    form.current?.reset();
    onChange();
  });
  const isMade = fetcher.state === "idle" && fetcher.data?.ok === true;
  const wrong = codesAt(fetcher.data, "origins");
  const others = [...codesAt(fetcher.data, ""), ...codesAt(fetcher.data, "days")];
  return (
    <fetcher.Form ref={form} method="post" action={placesOf(subject).action} className="grid gap-2">
      <input type="hidden" name="intent" value="make_embed_key" />
      <input type="hidden" name="linkId" value={link.linkId} />
      <div className="grid gap-1">
        <label htmlFor={id} className="text-sm font-medium">
          {t("embedding.sites")}
        </label>
        <textarea
          id={id}
          name="origins"
          rows={2}
          spellCheck={false}
          aria-describedby={`${id}-note`}
          aria-invalid={wrong.length > 0 || undefined}
          className={controlLook({ className: "w-full resize-y font-mono text-xs" })}
        />
        <p id={`${id}-note`} className="text-xs text-ink-muted">
          {wrong.length === 0
            ? t("embedding.sitesHint")
            : wrong
                .map((code) => formText(forms, code, { name: "", label: t("embedding.sites") }))
                .join(" ")}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <label htmlFor={`${id}-days`} className="text-sm font-medium">
          {t("embedding.days")}
        </label>
        <Select
          id={`${id}-days`}
          name="days"
          width="hug"
          defaultValue={String(USUAL_KEY_DAYS)}
          options={KEY_DAYS.map((days) => ({
            value: String(days),
            label: t("embedding.dayCount", { count: days }),
          }))}
        />
      </div>
      <label className="flex min-h-6 items-start gap-1.5 text-sm">
        <Checkbox name="showsTitle" value="true" />
        <span className="pt-0.5">{t("embedding.showsTitle")}</span>
      </label>
      {others.length === 0 ? null : (
        <p role="alert" className="text-xs text-danger">
          {others.map((code) => formText(forms, code, { name: "", label: "" })).join(" ")}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          type="submit"
          size="small"
          busy={fetcher.state !== "idle" && t("embedding.making")}
          disabledReason={isReadOnly}
        >
          {t("embedding.make")}
        </Button>
        <span role="status" className="min-w-0 flex-1 text-xs text-ink-muted">
          {isMade ? t("embedding.made") : t("embedding.publicHint")}
        </span>
      </div>
    </fetcher.Form>
  );
}
