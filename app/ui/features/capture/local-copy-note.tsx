import { useTranslation } from "#app/i18n/translation.tsx";
import type { LocalCopy } from "./use-local-copy.ts";

/** Whether this device keeps a copy of the own microphone, and what of it is still to be sent. */
export function LocalCopyNote({ copy: { state, pending } }: { copy: LocalCopy }) {
  const { t } = useTranslation("lobby");
  // A few are always on their way; more mean that the line is away.
  const isBehind = pending > 3;
  if (state === "off" && !isBehind) return null;
  const isMissing = state === "none" || state === "unsupported";
  return (
    <p role="status" className={isMissing ? "text-xs text-warn" : "text-xs text-ink-muted"}>
      {state === "off" ? null : t(`copy.${state}`)}
      {isBehind ? ` ${t("copy.sending", { count: pending })}` : null}
    </p>
  );
}
