import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { LinkList } from "./link-list.tsx";
import { LinksFailed } from "./links-failed.tsx";
import { useLinks } from "./use-links.ts";

/** The links to a call on its record, with who opened them. They come after the page. */
export function CallLinks({ callId }: { callId: string }) {
  const { t } = useTranslation("share");
  const { view, hasFailed, reload } = useLinks(paths.callLinks(callId));
  return (
    <Panel title={t("list.title")}>
      {view === undefined && hasFailed ? (
        <LinksFailed onRetry={reload} />
      ) : view === undefined ? (
        <p role="status" className="text-sm text-ink-muted">
          {t("loading")}
        </p>
      ) : (
        <LinkList
          subject={{ kind: "call", id: callId }}
          view={view}
          onChange={reload}
          hasTitle={false}
        />
      )}
    </Panel>
  );
}
