import { useState } from "react";
import type { CallLinksView } from "#app/core/pages/call-links.server.ts";
import type { RangeMs } from "#app/core/domain/views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Dialog } from "#app/ui/components/primitive/dialog.tsx";
import { AgreePanel } from "./agree-panel.tsx";
import { LinkList } from "./link-list.tsx";
import { LinksFailed } from "./links-failed.tsx";
import { LeftOut } from "./share-list.tsx";
import { ShareForm } from "./share-form.tsx";
import { placesOf, type ShareSubject } from "./share-subject.ts";
import { useFirstFocus } from "./use-first-focus.ts";
import { useLinks } from "./use-links.ts";

type Props = {
  subject: ShareSubject;
  /** Of a call, chosen before; null for a clip, whose pieces are what it is, and for a library. */
  range: RangeMs | null;
  /** A link that is to be looked at: the list comes first. */
  wantedId: string | null;
  onClose: () => void;
};

/** Shares a call, a part of it, a clip or a library outside; existing links stand below. Open as long as it is there. */
export default function ShareDialog({ subject, range, wantedId, onClose }: Props) {
  const { t } = useTranslation("share");
  const { links, action } = placesOf(subject);
  const { view, hasFailed, reload } = useLinks(links);
  const isFound = view?.links.some(({ linkId }) => linkId === wantedId) === true;
  const content = useFirstFocus(view !== undefined && !isFound);
  const isListFirst = useListFirst(view, wantedId);
  return (
    <Dialog
      title={view ? t("title", { workspace: view.workspace }) : t("loading")}
      {...(view && { effect: view.title })}
      size="wide"
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      {view === undefined && hasFailed ? <LinksFailed onRetry={reload} /> : null}
      {view === undefined ? null : (
        <div ref={content} className="grid gap-5">
          {view.clip === null || view.clip.isAgreed || view.links.length === 0 ? null : (
            <AgreePanel action={action} revision={view.clip.revision} onDone={reload} />
          )}
          {isListFirst ? (
            <section className="border-b border-line pb-4">
              <LinkList subject={subject} view={view} onChange={reload} wantedId={wantedId} />
            </section>
          ) : null}
          {view.refusal === null ? (
            <ShareForm
              subject={subject}
              view={view}
              start={range}
              onMade={reload}
              onClose={onClose}
            />
          ) : (
            <>
              <p className="text-sm text-ink-soft">{t(`refusal.${view.refusal}`)}</p>
              {view.library === null ? null : <LeftOut leftOut={view.library.leftOut} />}
            </>
          )}
          {isListFirst ? null : (
            <section className="border-t border-line pt-4">
              <LinkList subject={subject} view={view} onChange={reload} />
            </section>
          )}
        </div>
      )}
    </Dialog>
  );
}

/** A link that was asked for, or shows what its library does not hold any more, comes before the making of another. */
function useListFirst(view: CallLinksView | undefined, wantedId: string | null): boolean {
  const [isFirst, setFirst] = useState<boolean | null>(null);
  if (view !== undefined && isFirst === null)
    setFirst(
      view.links.some(
        ({ linkId, list, state }) =>
          linkId === wantedId || (state !== "revoked" && list?.difference != null),
      ),
    );
  return isFirst === true;
}
