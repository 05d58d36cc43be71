import { X } from "lucide-react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Icon } from "./icon.tsx";
import { Link } from "./link.tsx";

type Props = {
  /** "Deal stage is not" */
  name: string;
  /** "Lost" */
  value: string;
  /** The same screen without this filter. */
  removeTo: string;
};

/** A filter that is on, read as a sentence; its cross is a link, so it works without script. */
export function Chip({ name, value, removeTo }: Props) {
  const { t } = useTranslation("common");
  return (
    <span className="inline-flex items-center gap-1.5 rounded-control border border-line-strong bg-surface-raised py-px pr-0.5 pl-2 text-sm">
      <small className="text-xs text-ink-muted">{name}</small>
      {value}
      <Link
        to={removeTo}
        preventScrollReset
        aria-label={t("removeFilter", { name, value })}
        title={t("remove")}
        className="grid size-6 place-items-center rounded-chip hover:bg-surface-hover"
      >
        <Icon of={X} />
      </Link>
    </span>
  );
}
