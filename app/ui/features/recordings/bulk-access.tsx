import { useId, useState } from "react";
import type { Visibility } from "#app/core/domain/call/call-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { type Asked, BulkQuestion } from "./bulk-question.tsx";

const CHOICES = ["private", "team", "workspace"] as const satisfies readonly Visibility[];

/** Who may see the selected calls from now on; each choice says what it means. */
export function AccessQuestion({
  onAnswer,
  ...asked
}: Asked & { onAnswer: (visibility: Visibility) => void }) {
  const { t } = useTranslation("bulk");
  const [chosen, setChosen] = useState<Visibility>("team");
  const id = useId();
  const title = asked.n === null ? t("access.titleAll") : t("access.title", { count: asked.n });
  return (
    <BulkQuestion
      {...asked}
      title={title}
      submit={t("access.submit")}
      onSubmit={() => onAnswer(chosen)}
    >
      <fieldset className="grid gap-1">
        <legend className="sr-only">{title}</legend>
        {CHOICES.map((choice) => (
          <div
            key={choice}
            className="flex gap-2.5 rounded-control p-2 hover:bg-surface-hover has-checked:bg-surface-chosen"
          >
            <input
              id={`${id}${choice}`}
              type="radio"
              name="visibility"
              value={choice}
              checked={chosen === choice}
              onChange={() => setChosen(choice)}
              aria-describedby={`${id}${choice}d`}
              className="mt-0.5 size-4 shrink-0 accent-ink"
            />
            <div className="grow">
              <label htmlFor={`${id}${choice}`} className="block text-sm font-medium">
                {t(`access.${choice}`)}
              </label>
              <p id={`${id}${choice}d`} className="text-xs text-ink-muted">
                {t(`access.${choice}Hint`)}
              </p>
            </div>
          </div>
        ))}
      </fieldset>
    </BulkQuestion>
  );
}
