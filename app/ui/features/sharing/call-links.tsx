import type { CallLinksView } from "#app/core/pages/call-links.server.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { LinkList } from "./link-list.tsx";
import { useLinks } from "./use-links.ts";

type Props = {
  callId: string;
  /** As they were when the page was read. */
  first: CallLinksView;
};

/** The links to a call on its record, with who opened them; without script to be read. */
export function CallLinks({ callId, first }: Props) {
  const { t } = useTranslation("share");
  const { view = first, reload } = useLinks(paths.callLinks(callId), first);
  return (
    <Panel title={t("list.title")}>
      <LinkList
        subject={{ kind: "call", id: callId }}
        view={view}
        onChange={reload}
        hasTitle={false}
      />
    </Panel>
  );
}
