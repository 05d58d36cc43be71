import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { CallLinksView } from "#app/core/pages/call-links.server.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Dialog, DialogClose } from "#app/ui/components/primitive/dialog.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { LinkRow } from "./link-row.tsx";
import { Codes } from "./share-fields.tsx";
import { codesIn, type ShareAnswer } from "./share-answer.ts";
import { placesOf, type ShareSubject } from "./share-subject.ts";

type Props = {
  subject: ShareSubject;
  view: CallLinksView;
  onChange: () => void;
  /** False where what it stands in is called so already. */
  hasTitle?: boolean;
};

/** Every link to a call, a clip or a library, how it stands, who was there, and its end. */
export function LinkList({
  subject,
  view: { links, mayEndAll, library, inLibraries, ofClips, policy },
  onChange,
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
  const [isOpen, setOpen] = useState(false);
  const fetcher = useFetcher<ShareAnswer>();
  const isReadOnly = useReadOnly();
  const codes = codesIn(fetcher.data);
  useEffect(() => {
    if (fetcher.data?.ok !== true) return;
    setOpen(false);
    onDone();
  }, [fetcher.data, onDone]);
  return (
    <Dialog
      title={t("list.revokeAllTitle")}
      effect={t("list.revokeAllEffect")}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button tone="quiet" size="small">
          {t("list.revokeAll")}
        </Button>
      }
      actions={
        <>
          <DialogClose>
            <Button tone="quiet">{t("cancel")}</Button>
          </DialogClose>
          <Button
            tone="danger"
            busy={fetcher.state !== "idle" && t("list.revoking")}
            disabledReason={isReadOnly}
            onClick={() =>
              fetcher.submit({ intent: "revoke_call_links" }, { method: "post", action })
            }
          >
            {t("list.revokeAllYes")}
          </Button>
        </>
      }
    >
      {codes.length === 0 ? undefined : <Codes codes={codes} />}
    </Dialog>
  );
}
