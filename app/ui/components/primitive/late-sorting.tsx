import { lazy, Suspense } from "react";
import type { SortingProps } from "./sorting.tsx";
import { useHydrated } from "./use-hydrated.ts";

const Sorting = lazy(() => import("./sorting.tsx"));

/**
 * Lets the rows of a list be dragged to another place, by pointer and by keyboard. It stands beside the list, whose rows
 * say their `data-sort-row` and hold a `GripSlot` each, and comes after it: the list is drawn once and stays as it is.
 */
export function LateSorting(props: SortingProps) {
  return useHydrated() ? (
    <Suspense>
      <Sorting {...props} />
    </Suspense>
  ) : null;
}

/** Where the grip of a row appears, with its room kept from the start. Without script there is nothing to drag by. */
export const GripSlot = ({ id }: { id: string }) => (
  <span data-sort-grip={id} className="inline-block size-6 shrink-0 touch-none" />
);
