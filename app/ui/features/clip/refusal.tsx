import type { SubmissionResult } from "@conform-to/react";
import { CircleAlert } from "lucide-react";
import { useEffect, useRef } from "react";
import { formText } from "#app/i18n/form-text.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";

/** Why a clip was not saved, over its form; the focus comes here. */
export function Refusal({ refusal }: { refusal: SubmissionResult | undefined }) {
  const { t } = useTranslation("forms");
  const { t: clip } = useTranslation("clip");
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusal) place.current?.focus();
  }, [refusal]);
  if (!refusal) return null;
  const labels: Record<string, string> = {
    title: clip("field.title"),
    card: clip("field.card"),
    visibility: clip("field.who"),
    labelIds: clip("field.labels"),
    masks: clip("bleep.title"),
    pieces: clip("pieces.title"),
  };
  const lines = Object.entries(refusal.error ?? {}).flatMap(([name, codes]) =>
    (codes ?? []).map((code) => formText(t, code, { name, label: labels[name] ?? "" })),
  );
  return (
    <div
      ref={place}
      tabIndex={-1}
      role="alert"
      data-quiet-focus
      className="flex items-start gap-2 rounded-control border border-danger bg-surface-raised px-3.5 py-2.5 text-sm text-danger"
    >
      <Icon of={CircleAlert} />
      <span className="grid gap-0.5">
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </span>
    </div>
  );
}
