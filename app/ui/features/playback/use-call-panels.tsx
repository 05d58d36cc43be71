import { lazy, Suspense, useMemo } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { SidePanel } from "#app/ui/features/player/playback-layout.tsx";
import type { CallPanelId, CallPanelProps } from "./call-panels.tsx";

const PANELS: readonly CallPanelId[] = ["summary", "moments", "statistics", "info"];

/** Panels and their texts come after the page's script. The server, which cannot wait while it draws, has them at hand. */
const atHand = import.meta.env.SSR ? await import("./call-panels.tsx") : null;
const CallPanel = atHand?.default ?? lazy(() => import("./call-panels.tsx"));

/** What stands beside the transcript of a call, in this order. */
export function useCallPanels({ view, newOwners }: Omit<CallPanelProps, "id">): SidePanel[] {
  const { t } = useTranslation("playback");
  // The same elements for the same call: a page drawn anew while a panel still comes must not draw it from the start.
  return useMemo(
    () =>
      PANELS.map((id) => ({
        id,
        label: t(`tab.${id}`),
        ...(id === "info" && { phoneLabel: t("tab.more") }),
        panel: (
          <Suspense>
            <CallPanel id={id} view={view} newOwners={newOwners} />
          </Suspense>
        ),
      })),
    [t, view, newOwners],
  );
}
