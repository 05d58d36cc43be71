import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { ShownLink } from "#app/core/pages/call-links.server.ts";
import { formText } from "#app/i18n/form-text.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { CopyLink } from "#app/ui/components/primitive/copy-link.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { LinkDetails } from "./link-details.tsx";
import { FrozenList } from "./frozen-list.tsx";
import { codesIn, type ShareAnswer } from "./share-answer.ts";
import { placesOf, type ShareSubject } from "./share-subject.ts";

type Props = {
  subject: ShareSubject;
  link: ShownLink;
  /** Of the list as it stands, which the reader sees beside. */
  stamp: string | null;
  onChange: () => void;
};

export type Act = (fields: Record<string, string>) => void;

/** Sends what is done with a link to where its subject takes it, and tells when it is done. */
function useLinkCommand(action: string, linkId: string, onDone: () => void) {
  const fetcher = useFetcher<ShareAnswer>();
  const doing = useRef<string | null>(null);
  const act: Act = (fields) => {
    doing.current = fields["intent"] ?? null;
    fetcher.submit({ ...fields, linkId }, { method: "post", action });
  };
  useEffect(() => {
    if (fetcher.state === "idle" && fetcher.data?.ok === true && doing.current !== null) {
      doing.current = null;
      onDone();
    }
  }, [fetcher.state, fetcher.data, onDone]);
  return {
    act,
    busy: fetcher.state === "idle" ? null : doing.current,
    answer: fetcher.data,
  };
}

/** One link: what it shows to whom, how it stands, and what can be done with it. */
export function LinkRow({ subject, link, stamp, onChange }: Props) {
  const { t } = useTranslation("share");
  const { t: forms } = useTranslation("forms");
  const { duration, date } = useFormat();
  const isReadOnly = useReadOnly();
  // A link for other sites is worth nothing there before it has a key.
  const [isOpen, setOpen] = useState(
    link.shows.embed && link.keys.length === 0 && link.state !== "revoked",
  );
  const { act, busy, answer } = useLinkCommand(placesOf(subject).action, link.linkId, onChange);
  const { state, range } = link;
  const whole = () =>
    link.list === null
      ? t(subject.kind === "clip" ? "clip.whole" : "list.whole")
      : t("library.whole", { count: link.list.items });
  const name =
    range === null
      ? whole()
      : t("list.range", { from: duration(range.t0Ms), to: duration(range.t1Ms) });
  const facts = [
    link.needsEmail ? t("list.people", { count: link.addresses.length }) : t("list.anyone"),
    ...(link.hasPassword ? [t("list.withPassword")] : []),
    ...(link.shows.embed ? [t("embedding.allowed")] : []),
    t("list.until", { date: date(link.endsAt) }),
    ...(link.by === null ? [] : [t("list.by", { name: link.by })]),
  ];
  const codes = codesIn(answer);
  const isOver = state === "revoked";
  return (
    <li className="grid gap-1 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 flex-1">
          <span className="block text-sm font-medium">
            {name} <span className="font-normal text-ink-soft">{t(`list.state.${state}`)}</span>
          </span>
          <span className="block text-xs text-ink-muted" suppressHydrationWarning>
            {facts.join(", ")}
          </span>
        </span>
        <span className="text-xs whitespace-nowrap text-ink-soft">
          {link.maxViews === null
            ? t("list.views", { count: link.views })
            : t("list.limited", { views: link.views, max: link.maxViews })}
        </span>
        <span className="flex flex-wrap items-center gap-1">
          {isOver ? null : <CopyLink url={link.url} />}
          <Button
            tone="quiet"
            size="small"
            aria-expanded={isOpen}
            aria-label={t("list.detailsOf", { link: name })}
            onClick={() => setOpen(!isOpen)}
          >
            {t("list.details")}
          </Button>
          {state === "failed" || link.trouble !== null ? (
            <Button
              size="small"
              busy={busy === "retry_link" && t("list.retrying")}
              disabledReason={isReadOnly}
              onClick={() => act({ intent: "retry_link" })}
            >
              {t("list.retry")}
            </Button>
          ) : null}
          {isOver ? null : (
            <Button
              tone="danger"
              size="small"
              aria-label={t("list.revokeOf", { link: name })}
              busy={busy === "revoke_link" && t("list.revoking")}
              disabledReason={isReadOnly}
              onClick={() => act({ intent: "revoke_link" })}
            >
              {t("list.revoke")}
            </Button>
          )}
        </span>
      </div>
      {state === "blocked" && link.trouble === null ? (
        <p className="text-xs text-ink-muted">
          {t(subject.kind === "call" ? "list.blockedWhy" : `${subject.kind}.blockedWhy`)}
        </p>
      ) : null}
      {link.trouble === null ? null : (
        <p className="text-xs text-ink-muted">{t(`list.trouble.${link.trouble}`)}</p>
      )}
      {link.list === null || isOver ? null : (
        <FrozenList list={link.list} {...{ name, busy, act, stamp }} />
      )}
      {codes.length === 0 ? null : (
        <p role="alert" className="text-xs text-danger">
          {codes.map((code) => formText(forms, code, { name: "", label: "" })).join(" ")}
        </p>
      )}
      {isOpen ? (
        <LinkDetails subject={subject} link={link} busy={busy} act={act} onChange={onChange} />
      ) : null}
    </li>
  );
}
