import { useCallback } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { CutWords } from "#app/ui/features/transcript/cut-words.tsx";
import type { TranscriptStart } from "#app/ui/features/transcript/transcript-words.ts";
import { speakerName } from "#app/ui/features/player/speaker.ts";

type Props = { clipId: string; start: TranscriptStart; language: string; hasSound: boolean };

/** What is said in a clip, on its own clock. */
export function ClipWords({ clipId, ...rest }: Props) {
  const { t } = useTranslation("clip");
  const { t: common } = useTranslation("common");
  const namesOf = useCallback(
    (lanes: readonly { name: string }[]) => lanes.map(({ name }) => speakerName(common, name)),
    [common],
  );
  const hrefAt = useCallback(
    (ms: number) => paths.clip(clipId, { t: Math.floor(ms / 1_000) }),
    [clipId],
  );
  return (
    <CutWords
      {...rest}
      {...{ namesOf, hrefAt }}
      url={paths.clipPages(clipId)}
      silent={t("words.silent")}
    />
  );
}
