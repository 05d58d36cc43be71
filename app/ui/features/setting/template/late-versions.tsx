import { type ComponentProps, lazy, Suspense } from "react";
import { useHydrated } from "#app/ui/components/primitive/use-hydrated.ts";

const VersionsPanel = lazy(async () => ({
  default: (await import("./versions-panel.tsx")).VersionsPanel,
}));

/** The versions and their differences, which only one tab shows: they come after the page. */
export function LateVersions(props: ComponentProps<typeof VersionsPanel>) {
  return useHydrated() ? (
    <Suspense>
      <VersionsPanel {...props} />
    </Suspense>
  ) : null;
}
