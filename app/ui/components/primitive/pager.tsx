import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { LinkButton } from "./link-button.tsx";

type Props = {
  /** Addresses of the neighbours; null at an end. */
  newerTo: string | null;
  olderTo: string | null;
  /** "1–50 of 1,000+ calls" */
  text?: string;
};

/** Steps through a list by cursor: links, so pages work without script. */
export function Pager({ newerTo, olderTo, text }: Props) {
  const { t } = useTranslation("common");
  if (newerTo === null && olderTo === null) return null;
  return (
    <nav
      aria-label={t("pager.label")}
      className="mt-3 flex flex-wrap items-center gap-2 text-xs text-ink-muted"
    >
      {text === undefined ? null : <span>{text}</span>}
      <span className="grow" />
      {newerTo === null ? null : (
        <LinkButton to={newerTo} rel="prev" icon={ChevronLeft}>
          {t("pager.newer")}
        </LinkButton>
      )}
      {olderTo === null ? null : (
        <LinkButton to={olderTo} rel="next" icon={ChevronRight}>
          {t("pager.older")}
        </LinkButton>
      )}
    </nav>
  );
}
