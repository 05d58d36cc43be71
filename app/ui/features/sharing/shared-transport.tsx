import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { usePlayerState } from "#app/ui/features/player/player-context.tsx";
import { Jump, PlayButton, Position, SpeedMenu } from "#app/ui/features/player/transport-parts.tsx";

type Props = {
  isWide?: boolean;
  /** What is heard, where the page has more than one to hear. */
  title?: ReactNode;
  /** What else can be pressed. */
  more?: ReactNode;
};

/** The controls of a visitor, at the bottom of the screen: large enough for a thumb, and no more of them than needed. */
export function SharedTransport({ isWide = false, title, more }: Props) {
  const { t } = useTranslation("player");
  const hasFailed = usePlayerState((state) => state.hasFailed);
  return (
    <section
      aria-label={t("controls")}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface-raised pb-[env(safe-area-inset-bottom)] noscript:hidden"
    >
      <div
        className={`mx-auto flex flex-wrap items-center gap-1 px-4 py-2.5 desk:gap-2 ${isWide ? "max-w-[1120px]" : "max-w-[760px]"}`}
      >
        <PlayButton size="tall" />
        <Position />
        {title}
        {hasFailed ? (
          <span role="alert" className="min-w-0 truncate text-sm text-danger">
            {t("failed")}
          </span>
        ) : null}
        <span className={title === undefined ? "grow" : "grow desk:hidden"} />
        <Jump seconds={-10} size="tall" />
        <Jump seconds={10} size="tall" />
        <SpeedMenu size="tall" />
        {more}
      </div>
    </section>
  );
}
