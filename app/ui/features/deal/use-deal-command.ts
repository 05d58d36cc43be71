import { useFetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { paths } from "#app/paths.ts";
import { type DealAnswer, wrongOf } from "./answer.ts";

/**
 * Asks the page of a call to change its deal.
 * @param onDone once for each answer that says yes, with the intent that was sent
 */
export function useDealCommand(callId: string, onDone: (intent: string) => void) {
  const fetcher = useFetcher<DealAnswer>();
  const sent = useRef({ intent: "", key: "" });
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  const { data, state, submit } = fetcher;
  useEffect(() => {
    if (data?.ok === true) done.current(sent.current.intent);
  }, [data]);
  return {
    isBusy: state !== "idle",
    /** Whether this is on its way. */
    isSending: (intent: string, key = "") =>
      state !== "idle" && sent.current.intent === intent && sent.current.key === key,
    /** What a CRM did not do, a code of VENDOR_FAULTS. */
    fault:
      wrongOf(data)
        .find(({ code }) => code.startsWith("vendor_"))
        ?.code.slice("vendor_".length) ?? null,
    hasFailed: data !== undefined && data.ok !== true,
    send: (intent: string, fields: Record<string, string> = {}) => {
      sent.current = { intent, key: Object.values(fields).join() };
      submit({ intent, ...fields }, { method: "post", action: paths.playback(callId) });
    },
  };
}
