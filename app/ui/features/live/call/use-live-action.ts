import { useCallback, useState } from "react";
import { paths } from "#app/paths.ts";
import { signedOut } from "#app/ui/browser/signed-out.ts";
import { postIntent } from "./post-intent.ts";
import { usePageIntent } from "./use-page-intents.ts";

export type LiveAct = (intent: string, fields?: Record<string, string>) => Promise<boolean>;
export type LiveActions = {
  /** Resolves to whether it was done; never throws. */
  act: LiveAct;
  /** Intents under way, each with its subject: "admit <id>". */
  busy: ReadonlySet<string>;
  /** The last one that was not done, until it is tried again. */
  failed: FailedAction | null;
};
/** `isSignedOut`: the session is over, and the frame says where to sign in. */
export type FailedAction = { intent: string; subject: string; isSignedOut: boolean };

/**
 * Wishes of the page of a call. Sent by hand: a fetcher's failure would put an error page in the place of
 * a call that goes on.
 */
export const useLiveAction = (): LiveActions => useActions(usePageIntent());

/** The same about a call whose page is not this one. */
export function useActionsOn(callId: string): LiveActions {
  return useActions(
    useCallback((fields) => postIntent(paths.consoleCall(callId), fields), [callId]),
  );
}

function useActions(send: (fields: Record<string, string>) => Promise<boolean>): LiveActions {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [failed, setFailed] = useState<LiveActions["failed"]>(null);
  const act = useCallback<LiveAct>(
    async (intent, fields = {}) => {
      const subject = fields["guestId"] ?? "";
      const name = `${intent} ${subject}`.trim();
      setBusy((before) => new Set(before).add(name));
      const isDone = await send({ intent, ...fields });
      setBusy((before) => {
        const rest = new Set(before);
        rest.delete(name);
        return rest;
      });
      setFailed((before) => {
        if (!isDone) return { intent, subject, isSignedOut: signedOut.get() };
        return before?.intent === intent && before.subject === subject ? null : before;
      });
      return isDone;
    },
    [send],
  );
  return { act, busy, failed };
}
