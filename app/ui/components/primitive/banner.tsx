import { cva } from "class-variance-authority";
import { Info, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Icon } from "./icon.tsx";

const look = cva("flex flex-wrap items-center gap-x-2.5 gap-y-1 px-3.5 py-2 text-sm", {
  variants: {
    tone: { plain: "bg-surface-raised text-ink", live: "bg-live text-on-live" },
    place: { page: "rounded-control border", band: "border-b desk:px-6" },
  },
  compoundVariants: [
    { tone: "plain", className: "border-line" },
    { tone: "live", className: "border-transparent" },
  ],
});

type Props = {
  children: ReactNode;
  /** `live` is the red band: trouble with a recording, nothing else. */
  tone?: "plain" | "live";
  /** `band` spans the page under the top bar. */
  place?: "page" | "band";
  icon?: LucideIcon;
  /** A link or a form with one button. */
  action?: ReactNode;
  /** What a band is called among the landmarks of the page, where there may be several. */
  label?: string;
  /** It came up by itself and ears should hear it. */
  isUpdate?: boolean;
};

/** One thing the whole page should know, with its one action. */
export function Banner({
  children,
  tone = "plain",
  place = "page",
  icon,
  action,
  label,
  isUpdate = false,
}: Props) {
  const { t } = useTranslation("common");
  const role = tone === "live" ? "alert" : isUpdate ? "status" : undefined;
  // A band stands between the landmarks of the page, so it is one itself.
  const landmark =
    place === "band" && role === undefined
      ? { role: "region", "aria-label": label ?? t("notice") }
      : {};
  return (
    <div className={look({ tone, place })} {...(role === undefined ? landmark : { role })}>
      <Icon of={icon ?? (tone === "live" ? TriangleAlert : Info)} />
      <div className="min-w-0 flex-1 basis-52">{children}</div>
      {action === undefined ? null : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">{action}</div>
      )}
    </div>
  );
}
