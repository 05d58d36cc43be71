import { useBlocker } from "@remix-run/react";
import { lazy, Suspense } from "react";

const LeaveDialog = lazy(() => import("./leave-dialog.tsx"));

/** Asks before a link of the product leaves behind what was changed and not saved. */
export function LeaveQuestion({ isDirty }: { isDirty: () => boolean }) {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      isDirty() && `${from.pathname}${from.search}` !== `${to.pathname}${to.search}`,
  );
  return blocker.state === "blocked" ? (
    <Suspense>
      <LeaveDialog onStay={() => blocker.reset()} onLeave={() => blocker.proceed()} />
    </Suspense>
  ) : null;
}
