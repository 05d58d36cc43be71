import { useTranslation } from "#app/i18n/translation.tsx";
import type { Side } from "#app/core/domain/views.ts";
import { Citation } from "#app/ui/components/instrument/citation.tsx";
import { useHasSound } from "../player/player-context.tsx";
import { speakerName, voiceOf } from "../player/speaker.ts";
import { usePlayFrom } from "../player/use-play-from.ts";

type Props = { at: number; name: string; side: Side | null; hrefAt: (ms: number) => string };

/** "12:27 Mari": where it was said, one press from hearing it. */
export function Evidence({ at, name, side, hrefAt }: Props) {
  const { t } = useTranslation("common");
  const playFrom = usePlayFrom();
  const hasSound = useHasSound();
  // Given name in English, family name in Japanese: the first part of how the name is written.
  const short = speakerName(t, name).split(/[\s\u3000]/u)[0] ?? "";
  return (
    <Citation
      startMs={at}
      name={short}
      side={voiceOf(side)}
      to={hrefAt(at)}
      onPlay={playFrom}
      isSilent={!hasSound}
    />
  );
}
