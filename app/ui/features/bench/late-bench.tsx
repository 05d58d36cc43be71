import { lazy, Suspense } from "react";
import { useHydrated } from "#app/ui/components/primitive/use-hydrated.ts";

const TestBench = lazy(() => import("./test-bench.tsx"));

/** The test bench, which comes after the page. */
export function LateBench() {
  return useHydrated() ? (
    <Suspense>
      <TestBench />
    </Suspense>
  ) : null;
}
