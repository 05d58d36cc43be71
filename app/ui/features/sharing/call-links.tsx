import { useFetcher } from "@remix-run/react";
import { useCallback, useEffect } from "react";
import type { CallLinksView } from "#app/core/pages/call-links.server.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { LinkList } from "./link-list.tsx";

/** The links to a call on its record, with who opened them. They come after the page. */
export function CallLinks({ callId }: { callId: string }) {
  const { t } = useTranslation("share");
  const { load, data: view } = useFetcher<CallLinksView>();
  const reload = useCallback(() => load(paths.callLinks(callId)), [load, callId]);
  useEffect(reload, [reload]);
  return (
    <Panel title={t("list.title")}>
      {view === undefined ? (
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
