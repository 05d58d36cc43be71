import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { KeySheet } from "#app/ui/features/player/key-sheet.tsx";
import { usePlayerState } from "#app/ui/features/player/player-context.tsx";
import { Jump, PlayButton, Position, SpeedMenu } from "#app/ui/features/player/transport-parts.tsx";
import { useFlash, useTransportKeys } from "#app/ui/features/player/use-transport-keys.ts";

type Props = {
  /** The server does not answer: what is here plays on, and it is asked again. */
  isLost: boolean;
  isWide?: boolean;
  /** What is played, where the page has more than one. */
  title?: ReactNode;
  /** What a screen reader is to say of the list. */
  said?: string | null;
};

/**
 * The controls of a visitor, at the bottom of the screen: large enough for a thumb, and no more of them than needed; the
 * keys do the same.
 */
export function SharedTransport({ isLost, isWide = false, title, said = null }: Props) {
  const { t } = useTranslation("player");
  const { t: shared } = useTranslation("shared");
  const hasFailed = usePlayerState((state) => state.hasFailed);
  const [flash, say] = useFlash();
  useTransportKeys(say);
  return (
    <section
      aria-label={t("controls")}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface-raised pb-[env(safe-area-inset-bottom)] noscript:hidden"
    >
      <p
        role="status"
        className={isLost ? "mx-auto px-4 pt-1.5 text-center text-xs text-ink-muted" : "sr-only"}
      >
        {isLost ? shared("page.lost") : (said ?? flash)}
      </p>
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
        <KeySheet />
      </div>
    </section>
  );
}
