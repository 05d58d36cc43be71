import { useBlocker } from "@remix-run/react";
import { lazy, Suspense } from "react";

const LeaveDialog = lazy(() => import("./leave-dialog.tsx"));

/** Asks before a link of the product leaves behind what was changed and not saved. */
export function LeaveQuestion({ isDirty }: { isDirty: () => boolean }) {
  const { state, reset, proceed } = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      isDirty() && `${from.pathname}${from.search}` !== `${to.pathname}${to.search}`,
  );
  return state === "blocked" ? (
    <Suspense>
      <LeaveDialog onStay={reset} onLeave={proceed} />
    </Suspense>
  ) : null;
}
