import { useMemo } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { SidePanel } from "#app/ui/features/player/playback-layout.tsx";
import type { CallPanelId, CallPanelProps } from "./call-panels.tsx";

const PANELS: readonly CallPanelId[] = ["summary", "moments", "statistics", "info"];

/**
 * Panels and their texts come beside the page's script, which waits for them: a page that is woken up while a part of it
 * is still on its way is drawn anew from the start.
 */
const { default: CallPanel } = await import("./call-panels.tsx");

/** What stands beside the transcript of a call, in this order. */
export function useCallPanels({ view, newOwners }: Omit<CallPanelProps, "id">): SidePanel[] {
  const { t } = useTranslation("playback");
  return useMemo(
    () =>
      PANELS.map((id) => ({
        id,
        label: t(`tab.${id}`),
        ...(id === "info" && { phoneLabel: t("tab.more") }),
        panel: <CallPanel id={id} view={view} newOwners={newOwners} />,
      })),
    [t, view, newOwners],
  );
}
