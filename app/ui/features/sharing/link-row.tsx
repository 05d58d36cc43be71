import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { CallLinksView, ShownLink } from "#app/core/pages/call-links.server.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { CopyLink } from "#app/ui/components/primitive/copy-link.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { LinkDetails } from "./link-details.tsx";
import { FrozenList } from "./frozen-list.tsx";
import { RevokeLink } from "./revoke-link.tsx";
import { codesBeside, type ShareAnswer } from "./share-answer.ts";
import { Codes } from "./share-fields.tsx";
import { placesOf, type ShareSubject } from "./share-subject.ts";
import { useLinkFacts } from "./use-link-facts.ts";

type Props = {
  subject: ShareSubject;
  link: ShownLink;
  policy: CallLinksView["policy"];
  /** Of the list as it is now, which the reader sees beside. */
  stamp: string | null;
  /** The address asks for this one: its views are open, and it takes the focus. */
  isWanted: boolean;
  onChange: () => void;
};

export type Act = (fields: Record<string, string>) => void;
/** What is being done with a link, and what came of the last thing. */
export type LinkCommand = { act: Act; busy: string | null; answer: ShareAnswer | undefined };

/** Sends what is done with a link to where its subject takes it; `onDone` once it is done. */
function useLinkCommand(action: string, linkId: string, onDone: () => void): LinkCommand {
  const fetcher = useFetcher<ShareAnswer>();
  // By the answer, not by what was asked last: the next command may be pressed before this one has settled.
  const settled = useRef<ShareAnswer | undefined>(undefined);
  const act: Act = (fields) => fetcher.submit({ ...fields, linkId }, { method: "post", action });
  useEffect(() => {
    if (fetcher.state !== "idle" || fetcher.data === settled.current) return;
    settled.current = fetcher.data;
    // Also what was refused: the link may have changed elsewhere.
    onDone();
  }, [fetcher.state, fetcher.data, onDone]);
  const intent = fetcher.formData?.get("intent");
  return {
    act,
    busy: fetcher.state === "idle" || typeof intent !== "string" ? null : intent,
    answer: fetcher.data,
  };
}

/** Brings a row to the reader when it comes. */
function useFocusOnce(isWanted: boolean) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isWanted) row.current?.focus();
  }, [isWanted]);
  return row;
}

/** A link for other sites is worth nothing there before it has a key, or to a site that its key refuses. */
const needsKey = ({ shows, state, keys }: ShownLink): boolean =>
  shows.embed &&
  state !== "revoked" &&
  (keys.length === 0 || keys.some(({ refused }) => refused.length > 0));

/** One link: what it shows to whom, how it stands, and what can be done with it. */
export function LinkRow({ subject, link, policy, stamp, isWanted, onChange }: Props) {
  const { t } = useTranslation("share");
  const { when } = useFormat();
  const isReadOnly = useReadOnly();
  const [isOpen, setOpen] = useState(isWanted || needsKey(link));
  const row = useFocusOnce(isWanted);
  const command = useLinkCommand(placesOf(subject).action, link.linkId, onChange);
  const { act, busy, answer } = command;
  const { name, fullName, facts } = useLinkFacts(subject, link);
  const { state, why } = link;
  const [last] = link.visits;
  const isOver = state === "revoked";
  return (
    <li ref={row} tabIndex={isWanted ? -1 : undefined} className="grid gap-1 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 flex-1 basis-56">
          <span className="block text-sm font-medium wrap-anywhere">
            {name} <span className="font-normal text-ink-soft">{t(`list.state.${state}`)}</span>
          </span>
          <span className="block text-xs text-ink-muted wrap-anywhere" suppressHydrationWarning>
            {facts}
          </span>
        </span>
        <span className="text-xs text-ink-soft" suppressHydrationWarning>
          <span className="block whitespace-nowrap">
            {link.maxViews === null
              ? t("list.views", { count: link.views })
              : t("list.limited", { views: link.views, max: link.maxViews })}
          </span>
          {last === undefined ? null : (
            <span className="block text-ink-muted wrap-anywhere">
              {t("list.lastBy", { who: last.who ?? t("list.unknown"), when: when(last.at) })}
            </span>
          )}
        </span>
        <span className="flex flex-wrap items-center gap-1 noscript:hidden">
          {isOver ? null : <CopyLink url={link.url} name={t("list.copyOf", { link: fullName })} />}
          <Button
            tone="quiet"
            size="small"
            aria-expanded={isOpen}
            aria-label={t("list.detailsOf", { link: fullName })}
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
          {isOver ? null : <RevokeLink name={fullName} command={command} />}
        </span>
      </div>
      {why === null ? null : <p className="text-xs text-ink-muted">{t(`list.why.${why}`)}</p>}
      {link.trouble === null ? null : (
        <p className="text-xs text-ink-muted">{t(`list.trouble.${link.trouble}`)}</p>
      )}
      {link.list === null || isOver ? null : (
        <FrozenList list={link.list} name={fullName} {...{ busy, act, stamp }} />
      )}
      <Codes codes={codesBeside(answer, ["addresses", "password"])} />
      {isOpen ? <LinkDetails {...{ subject, link, policy, command, onChange }} /> : null}
    </li>
  );
}
