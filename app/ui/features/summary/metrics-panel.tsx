import { useTranslation } from "#app/i18n/translation.tsx";
import type { MetricsView, MetricView } from "#app/core/domain/metrics/metric-views.ts";
import { givenValue } from "#app/core/pages/given-value.ts";
import type { MediansView } from "#app/core/pages/playback-views.ts";
import { ChevronDown } from "lucide-react";
import { useFormat, useLanguage } from "#app/i18n/place.tsx";
import { TalkBar } from "#app/ui/components/instrument/talk-bar.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { VisuallyHidden } from "#app/ui/components/primitive/visually-hidden.tsx";
import { valueLook } from "#app/ui/components/primitive/metric.tsx";
import { partText } from "./metric-text.ts";
import { Group, Note } from "./parts.tsx";
import { MetricNote } from "./metric-note.tsx";
import { doubtsOf, sharesOf, statGroups, type StatGroup, type StatRow } from "./stat-groups.ts";
import { metricFormula, metricName, partName, reasonText } from "./texts.ts";
import { useRangeText } from "./use-range-text.ts";
import { useMetricText } from "./use-metric-text.ts";

export type MetricsProps = {
  metrics: MetricsView;
  medians: MediansView;
  hrefAt: (ms: number) => string;
  /** Name of a participant, null when nobody in this call has the id. */
  nameOf: (participantId: string) => string | null;
};

/** Every number of the call in four groups, each on two lines; how it is made opens under it. */
export function MetricsPanel(props: MetricsProps) {
  const { t } = useTranslation("metrics");
  const { t: own } = useTranslation("panels");
  const groups = statGroups(props.metrics.metrics);
  return (
    <>
      <Doubts groups={groups} />
      {groups.map((group) => (
        <Group key={group.key} title={own(`stat.${group.key}`)}>
          {group.key === "talk" ? <TalkShare metrics={props.metrics.metrics} /> : null}
          <ul className="divide-y divide-line">
            {group.rows.map((row) => (
              <Row key={rowKey(row)} row={row} {...props} />
            ))}
          </ul>
        </Group>
      ))}
      <MediansNote medians={props.medians} />
      <Note>{t("bandNote")}</Note>
      <Note>{t("config", { config: props.metrics.config })}</Note>
    </>
  );
}

const rowKey = ({ metric: { key, side, participantId } }: StatRow) =>
  `${key} ${side ?? ""} ${participantId ?? ""}`;

/** Why numbers are grey or missing, once for all of them. */
function Doubts({ groups }: { groups: readonly StatGroup[] }) {
  const { t } = useTranslation("metrics");
  const { t: own } = useTranslation("panels");
  const list = new Intl.ListFormat(useLanguage(), { type: "unit" });
  const doubts = doubtsOf(groups, ({ key }, reason) => reasonText(t, { key, reason }));
  if (doubts.length === 0) return null;
  return (
    <div className="mb-3 grid gap-1 rounded-control border border-line bg-surface px-3 py-2 text-xs text-ink-soft">
      {doubts.map(({ reason, metrics }) => (
        <p key={reason}>
          {metrics.length === 0
            ? reason
            : own("stat.reasonFor", {
                names: list.format(new Set(metrics.map(({ key }) => metricName(t, key)))),
                reason,
              })}
        </p>
      ))}
      <p className="text-ink-muted">{own("stat.grey")}</p>
    </div>
  );
}

function TalkShare({ metrics }: { metrics: readonly MetricView[] }) {
  const ours = metrics.find(({ key, side }) => key === "talk_ratio" && side === "R");
  const share = ours && givenValue(ours);
  return share === undefined || share === null ? null : <TalkBar talkRatio={share} />;
}

function Row({ row, medians, metrics, hrefAt, nameOf }: MetricsProps & { row: StatRow }) {
  const { metric } = row;
  const { t } = useTranslation("metrics");
  const text = useMetricText(medians);
  const who = metric.participantId === null ? null : nameOf(metric.participantId);
  const name = metricName(t, metric.key);
  return (
    <li className="relative py-2">
      <div className="grid grid-cols-[1fr_auto] items-baseline gap-x-2.5">
        <span className="text-base">{who === null ? name : `${name}, ${who}`}</span>
        <span className={valueLook({ isGrey: metric.reason !== null })}>{text.value(metric)}</span>
      </div>
      <MetricNote row={row} medians={medians} hrefAt={hrefAt} />
      <Computed metric={metric} name={name} metrics={metrics.metrics} nameOf={nameOf} />
    </li>
  );
}

/** Where the reader has no medians of the owner, there is nothing to explain. */
function MediansNote({ medians: { ofReader, owner, byKey } }: Pick<MetricsProps, "medians">) {
  const { t } = useTranslation("panels");
  if (ofReader) return <Note>{t("median.explainYours")}</Note>;
  if (Object.keys(byKey).length === 0) return null;
  return <Note>{t("median.explain", { name: owner })}</Note>;
}

/** How a number is made and what of: closed until somebody asks. */
function Computed({
  metric,
  name,
  metrics,
  nameOf,
}: Pick<MetricsProps, "nameOf"> & {
  metric: MetricView;
  name: string;
  metrics: readonly MetricView[];
}) {
  const { t } = useTranslation("metrics");
  const { t: player } = useTranslation("player");
  const { t: own } = useTranslation("panels");
  const format = useFormat();
  const formula = metricFormula(t, metric.key);
  const band = useRangeText(metric);
  const shares = metric.key === "talk_ratio" ? sharesOf(metrics) : [];
  const inputs = [
    ...Object.entries(metric.parts).map(([part, value]) => ({
      name: partName(t, part),
      value: partText(format, part, value),
    })),
    ...(metric.n === null ? [] : [{ name: own("stat.n"), value: format.number(metric.n) }]),
    ...shares.flatMap(({ participantId, value }) => {
      const person = participantId === null ? null : nameOf(participantId);
      return person === null || value === null
        ? []
        : [{ name: own("stat.shareOf", { name: person }), value: format.percent(value) }];
    }),
  ];
  if (formula === null && inputs.length === 0) return null;
  return (
    <details className="group">
      <summary
        title={player("formula")}
        className="absolute top-8 right-0 grid size-6 place-items-center rounded-control text-ink-muted hover:bg-surface-hover"
      >
        <span className="group-open:rotate-180">
          <Icon of={ChevronDown} />
        </span>
        <VisuallyHidden>{own("stat.formulaOf", { name })}</VisuallyHidden>
      </summary>
      <div className="mt-1 grid gap-1.5 rounded-control bg-surface-sunken px-2.5 py-2 text-xs text-ink-soft">
        {formula === null ? null : <p>{formula}</p>}
        {inputs.length === 0 ? null : (
          <dl className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-0.5">
            {inputs.map((input) => (
              <div key={input.name} className="contents">
                <dt>{input.name}</dt>
                <dd className="text-right font-mono">{input.value}</dd>
              </div>
            ))}
          </dl>
        )}
        {band === null ? null : <p>{band}</p>}
      </div>
    </details>
  );
}
