import { CircleAlert } from "lucide-react";
import { useEffect, useRef } from "react";
import { formText } from "#app/i18n/form-text.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { Icon } from "#app/ui/components/primitive/icon.tsx";

type Props = {
  answer: unknown;
  /** Of the forms it speaks for. */
  intents: readonly string[];
};

/** Why a small form without a summary of its own was refused, reason by reason; the focus comes here. */
export function RefusalNote({ answer, intents }: Props) {
  const { t } = useTranslation("forms");
  const { t: library } = useTranslation("library");
  const place = useRef<HTMLDivElement>(null);
  const refusal = refusalOf(answer, ...intents);
  useEffect(() => {
    if (refusal !== undefined) place.current?.focus();
  }, [refusal]);
  if (refusal === undefined) return null;
  const labels: Record<string, string> = {
    name: library("new.name"),
    parentId: library("folders.inside"),
    folderId: library("item.folder"),
    place: library("item.place"),
    why: library("item.why"),
    grantee: library("roles.who"),
    level: library("roles.level"),
    dueOn: library("viewing.due"),
  };
  const lines = new Set(
    Object.entries(refusal.error ?? {}).flatMap(([name, codes]) =>
      // Without a label the sentence speaks of no field: an id in a form is nothing people see.
      (codes ?? []).map((code) =>
        formText(t, code, { name, ...(name in labels && { label: labels[name] }) }),
      ),
    ),
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
        {/* A refusal that names no reason is one all the same. */}
        {lines.size === 0
          ? library("refused")
          : [...lines].map((line) => <span key={line}>{line}</span>)}
      </span>
    </div>
  );
}
