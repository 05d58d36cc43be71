import { cva } from "class-variance-authority";
import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { LivePerson, LiveSpeech, MeterEvent } from "#app/core/domain/live/live-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { TalkBar } from "#app/ui/components/instrument/talk-bar.tsx";
import { Metric, MetricList } from "#app/ui/components/primitive/metric.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { monologueTone, ourShareOf } from "./live-store.ts";

const toneLook = cva("", {
  variants: {
    tone: { plain: "text-ink-muted", warn: "text-warn", danger: "font-medium text-danger" },
  },
});

type Props = {
  meter: MeterEvent | null;
  people: readonly LivePerson[];
  /** Whose monologue and speed are shown: the own one, or the host's for who reads along. */
  subject: LivePerson | null;
  isOwn: boolean;
  speech: LiveSpeech;
  language: string | null;
};

/** Who talks how much, for how long without a pause, and how fast: numbers with their words, no pop-ups. */
export function LiveMeters({ meter, people, subject, isOwn, speech, language }: Props) {
  const { t } = useTranslation("live");
  const { percent, duration, number } = useFormat();
  const line = meter?.people.find(({ participantId }) => participantId === subject?.participantId);
  const share5 = ourShareOf(meter, people, "share5");
  const share = ourShareOf(meter, people, "share");
  const monologueMs = line?.monologueMs ?? 0;
  const tone = monologueTone(monologueMs);
  const speed = line?.speed ?? null;
  const name = subject?.name ?? "";
  return (
    <Panel title={t("meters.title")}>
      <MetricList>
        <Metric
          label={t("meters.share5")}
          value={share5 === null ? "–" : percent(share5)}
          bar={share5 === null ? undefined : <TalkBar talkRatio={share5} />}
          note={
            share === null
              ? t(meter === null ? "meters.notYet" : "meters.nobody")
              : t("meters.share", { share: percent(share) })
          }
        />
        <Metric
          label={isOwn ? t("meters.ownMonologue") : t("meters.monologueOf", { name })}
          value={duration(monologueMs)}
          note={
            tone === "plain" ? undefined : (
              <Toned tone={tone}>{tone === "warn" ? t("meters.long") : t("meters.veryLong")}</Toned>
            )
          }
        />
        <Metric
          label={isOwn ? t("meters.speed") : t("meters.speedOf", { name })}
          value={speed === null ? "–" : number(Math.round(speed))}
          {...(speed === null
            ? {}
            : {
                unit: language === "ja" ? t("meters.charactersAMinute") : t("meters.wordsAMinute"),
              })}
          note={speech.state === "off" ? t("meters.speedOff") : undefined}
        />
      </MetricList>
    </Panel>
  );
}

function Toned({ tone, children }: { tone: "warn" | "danger"; children: ReactNode }) {
  return (
    <span role="status" className={toneLook({ tone })}>
      {children}
    </span>
  );
}
