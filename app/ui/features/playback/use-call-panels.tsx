import { useSearchParams } from "@remix-run/react";
import { useEffect, useMemo, useState } from "react";
import { threadsOf } from "#app/core/domain/comment/threads.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { SidePanel } from "#app/ui/features/player/playback-layout.tsx";
import type { CallPanelId, CallPanelProps } from "./call-panels.tsx";
import { useComments } from "./beside-page.ts";

const PANELS: readonly CallPanelId[] = [
  ...(["summary", "moments", "statistics", "comments", "crm", "info"] as const),
];

/**
 * Panels and their texts come beside the page's script, which waits for them: a page that is woken up while a part of it
 * is still on its way is drawn anew from the start.
 */
const { default: CallPanel } = await import("./call-panels.tsx");

/** What stands beside the transcript of a call, in this order. */
export function useCallPanels({ view, newOwners }: Omit<CallPanelProps, "id">): SidePanel[] {
  const { t } = useTranslation("playback");
  const { t: comment } = useTranslation("comment");
  const { comments, newIds } = useComments();
  const count = threadsOf(comments).length;
  const fresh = useUnseen(newIds);
  return useMemo(
    () =>
      PANELS.map((id) => ({
        id,
        label: t(`tab.${id}`),
        ...(id === "info" && { phoneLabel: t("tab.more") }),
        ...(id === "comments" && count > 0 && { count }),
        ...(id === "comments" && fresh > 0 && { unread: comment("unread", { count: fresh }) }),
        panel: <CallPanel id={id} view={view} newOwners={newOwners} />,
      })),
    [t, comment, view, newOwners, count, fresh],
  );
}

/** How many new comments came since their tab was last looked at. */
function useUnseen(newIds: ReadonlySet<string>): number {
  const [search] = useSearchParams();
  const isOpen = search.get("tab") === "comments";
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (isOpen) setSeen(newIds);
  }, [isOpen, newIds]);
  return isOpen ? 0 : [...newIds].filter((id) => !seen.has(id)).length;
}
