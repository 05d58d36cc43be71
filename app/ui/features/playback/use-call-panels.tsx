import { useSearchParams } from "@remix-run/react";
import { useEffect, useMemo, useState } from "react";
import { threadsOf } from "#app/core/domain/comment/threads.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { SidePanel } from "#app/ui/features/player/playback-layout.tsx";
import type { PageData } from "./page-data.ts";
import { useComments } from "./beside-page.ts";

/**
 * Panels and their texts come beside the page's script, which waits for them: a page that is woken up while a part of it
 * is still on its way is drawn again from the start.
 */
const { TABS } = await import("./call-tabs.tsx");

/** The panels beside the transcript of a call, in this order. */
export function useCallPanels(page: PageData): SidePanel[] {
  const { t } = useTranslation("playback");
  const { t: comment } = useTranslation("comment");
  const { comments, newIds } = useComments();
  const count = threadsOf(comments).length;
  const fresh = useUnseen(newIds);
  return useMemo(
    () =>
      TABS.map(({ id, Panel }) => ({
        id,
        label: t(`tab.${id}`),
        ...(id === "info" && { phoneLabel: t("tab.more") }),
        ...(id === "comments" && count > 0 && { count }),
        ...(id === "comments" && fresh > 0 && { unread: comment("unread", { count: fresh }) }),
        panel: <Panel page={page} />,
      })),
    [t, comment, page, count, fresh],
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
