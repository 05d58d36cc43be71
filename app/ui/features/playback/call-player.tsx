import { useMemo } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { STEP_KINDS } from "#app/core/domain/account/player-settings.ts";
import type { PlaybackView } from "#app/core/pages/playback-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useHasSound } from "#app/ui/features/player/player-context.tsx";
import { Player } from "#app/ui/features/player/player.tsx";
import { useCallLayers } from "./beside-page.ts";
import { ResumeOffer } from "./resume-offer.tsx";
import { useHrefAt } from "./use-href-at.ts";

type Props = { view: PlaybackView };

/** Lanes and controls; where there is no sound, lanes from the words and a sentence why. */
export function CallPlayer({ view: { me, call, recording, lanes, hits, metrics, marks } }: Props) {
  const hrefAt = useHrefAt(call.id);
  const { t } = useTranslation("call");
  const { date } = useFormat();
  const moments = useMemo(
    () =>
      hits.flatMap(({ kind, t0Ms }) => {
        const step = STEP_KINDS.find((entry) => entry === kind);
        return step === undefined ? [] : [{ kind: step, t0Ms }];
      }),
    [hits],
  );
  const layers = useCallLayers({ hits, metrics, marks });
  const hasSound = useHasSound();
  const silence =
    recording === null || hasSound
      ? null
      : recording.mediaRemovedAt !== null
        ? t("page.noMedia", { date: date(recording.mediaRemovedAt) })
        : recording.state === "ready"
          ? t("page.imported")
          : null;
  return (
    <>
      {hasSound || lanes.some(({ spoken }) => spoken !== null) ? (
        <Player
          lanes={lanes}
          layers={layers}
          moments={moments}
          mixUrl={recording?.mixUrl ?? null}
          link={{ hrefAt, visibility: call.visibility }}
          beside={<ResumeOffer memberId={me} callId={call.id} />}
        />
      ) : null}
      {silence === null ? null : <p className="mt-1.5 px-1 text-sm text-ink-muted">{silence}</p>}
    </>
  );
}
