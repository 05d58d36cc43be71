import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import type { CallLinksView } from "#app/core/pages/call-links.server.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { LinkRow } from "./link-row.tsx";
import { RevokeQuestion } from "./revoke-question.tsx";
import type { ShareAnswer } from "./share-answer.ts";
import { placesOf, type ShareSubject } from "./share-subject.ts";

type Props = {
  subject: ShareSubject;
  view: CallLinksView;
  onChange: () => void;
  /** The link that the address asks for. */
  wantedId?: string | null;
  /** False where what it stands in is called so already. */
  hasTitle?: boolean;
};

/** Every link to a call, a clip or a library, how it stands, who was there, and its end. */
export function LinkList({
  subject,
  view: { links, mayEndAll, library, inLibraries, ofClips, policy },
  onChange,
  wantedId = null,
  hasTitle = true,
}: Props) {
  const { t } = useTranslation("share");
  const hasOpen = links.some(({ state }) => state !== "revoked");
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center justify-between gap-2">
        {hasTitle ? (
          <h3 className="text-xs font-strong text-ink-muted">
            {t(subject.kind === "call" ? "list.title" : `${subject.kind}.title`)}
          </h3>
        ) : null}
        {subject.kind === "call" && mayEndAll && (inLibraries > 0 || ofClips > 0 || hasOpen) ? (
          <RevokeAll action={placesOf(subject).action} onDone={onChange} />
        ) : null}
      </div>
      {inLibraries === 0 ? null : (
        <p className="text-xs text-ink-muted">{t("list.inLibraries", { count: inLibraries })}</p>
      )}
      {ofClips === 0 ? null : (
        <p className="text-xs text-ink-muted">{t("list.ofClips", { count: ofClips })}</p>
      )}
      {links.length === 0 ? (
        <p className="text-sm text-ink-muted">{t("list.none")}</p>
      ) : (
        <ul className="divide-y divide-line">
          {links.map((link) => (
            <LinkRow
              key={link.linkId}
              {...{ subject, link, policy, onChange }}
              stamp={library?.stamp ?? null}
              isWanted={link.linkId === wantedId}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

/** The call's kill switch. */
function RevokeAll({ action, onDone }: { action: string; onDone: () => void }) {
  const { t } = useTranslation("share");
  const { data, state, submit } = useFetcher<ShareAnswer>();
  useEffect(() => {
    if (data?.ok === true) onDone();
  }, [data, onDone]);
  return (
    <span className="contents noscript:hidden">
      <RevokeQuestion
        title={t("list.revokeAllTitle")}
        effect={t("list.revokeAllEffect")}
        trigger={
          <Button tone="quiet" size="small">
            {t("list.revokeAll")}
          </Button>
        }
        yes={t("list.revokeAllYes")}
        isBusy={state !== "idle"}
        answer={data}
        isAnswered={data?.ok === true}
        onYes={() => submit({ intent: "revoke_call_links" }, { method: "post", action })}
      />
    </span>
  );
}
