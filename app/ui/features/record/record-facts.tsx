import type { ReactNode } from "react";
import type { RecordView } from "#app/core/pages/recording-views.ts";
import { useFormat, useLanguage } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Moment } from "#app/ui/components/primitive/moment.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";

/** What is known of the call and its recording; what is not known is left out. */
export function RecordFacts({ record: { call, recording, unrecorded } }: { record: RecordView }) {
  const names = new Intl.ListFormat(useLanguage(), { type: "unit" });
  const { t } = useTranslation("record");
  const { t: list } = useTranslation("recordings");
  const { duration, bytes } = useFormat();
  const engine = recording.engines["speech"];
  const facts: [string, ReactNode][] = [
    ["owner", call.owner.name],
    ["started", call.startedAt === null ? null : <Moment iso={call.startedAt} style="exact" />],
    ["length", call.durationMs === null ? null : duration(call.durationMs)],
    ["company", call.company],
    ["visibility", list(`visibility.${call.visibility}`)],
    ["consent", t(`consent.${call.consent}`)],
    ["unrecorded", unrecorded.length === 0 ? null : names.format(unrecorded)],
    ["quality", call.quality === null ? null : list(`quality.${call.quality}`)],
    ["method", t(`method.${recording.method}`, { defaultValue: recording.method })],
    ["bytes", recording.totalBytes === 0 ? null : bytes(recording.totalBytes)],
    ["engine", engine ?? null],
  ];
  return (
    <Panel title={t("facts")}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm desk:grid-cols-[auto_minmax(0,1fr)_auto_minmax(0,1fr)]">
        {facts
          .filter(([, value]) => value !== null)
          .map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-ink-muted">{t(`fact.${name}`, { defaultValue: name })}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
      </dl>
    </Panel>
  );
}
