import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { LiveCard } from "#app/core/domain/live/live-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { paths } from "#app/paths.ts";
import { useElapsed } from "./use-elapsed.ts";

/** The own call that runs, on every page: how long, and the way back to it. */
export function LivePill({ card }: { card: LiveCard | null }) {
  const { t } = useTranslation("live");
  const { duration } = useFormat();
  const elapsed = useElapsed(card?.startedAt ?? null, 0);
  if (card === null) return null;
  const time = elapsed === null ? "" : duration(elapsed);
  return (
    <Link
      to={paths.consoleCall(card.callId)}
      aria-label={t("pill.label", { title: card.title, time })}
      className="inline-flex min-h-7 shrink-0 items-center gap-[7px] rounded-full bg-live px-[11px] text-sm font-medium text-on-live hover:brightness-95"
    >
      <span aria-hidden className="size-[7px] rounded-full bg-current" />
      <span>
        {t("pill.live")} {time}
      </span>
    </Link>
  );
}
