import type { PersonMeasure } from "#app/core/domain/analytics/activity-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { useActivityText } from "./use-activity-text.ts";

type Props = {
  measure: PersonMeasure;
  value: number | null;
  /** What a share is of: how many, and of how many. */
  part: [number, number] | null;
  /** The largest of the column; 0: no bar. */
  most: number;
  to: string | null;
  name: string;
};

const WIDE = 28;

/** A number with what it is of, and a bar that compares it within its column. */
export function PersonFigure({ measure, value, part, most, to, name }: Props) {
  const { t } = useTranslation("analytics");
  const { number } = useFormat();
  const { hours, ratio } = useActivityText();
  const text =
    value === null
      ? t("none")
      : measure === "externalMs"
        ? hours(value)
        : measure === "held" || measure === "companies"
          ? number(value, Number.isInteger(value) ? 0 : 1)
          : ratio(value);
  return (
    <span className="inline-flex items-center justify-end gap-2">
      {most > 0 && value !== null ? (
        <span
          aria-hidden
          className="h-1.5 rounded-mark bg-line-strong [print-color-adjust:exact] max-desk:not-print:hidden"
          style={{ width: `${Math.round((value / most) * WIDE)}px` }}
        />
      ) : null}
      <span className="max-desk:inline-flex max-desk:items-baseline max-desk:gap-1.5">
        {to === null || value === null ? (
          text
        ) : (
          <TextLink tone="name" to={to} aria-label={t("open", { name, value: text })}>
            {text}
          </TextLink>
        )}
        {part === null || part[1] === 0 ? null : (
          <span className="block font-sans text-2xs text-ink-muted">
            {t("partOf", { part: number(part[0]), whole: number(part[1]) })}
          </span>
        )}
      </span>
    </span>
  );
}
