import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { LiveCallView } from "#app/core/domain/live/live-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { paths } from "#app/paths.ts";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Metric, MetricList } from "#app/ui/components/primitive/metric.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import type { LiveNow } from "./live-store.ts";

type Props = {
  view: LiveCallView;
  now: LiveNow;
  /** How long the call went. */
  lengthMs: number | null;
  /** How far the recording is, and the way to it. */
  recording: ReactNode;
  children?: ReactNode;
};

/** The call is over: the way to its recording, which plays within seconds, and what the call came to. */
export function WrapUp({ view, now, lengthMs, recording, children }: Props) {
  const { t } = useTranslation("live");
  const { duration, number } = useFormat();
  const flags = now.marks.filter(({ kind }) => kind === "flag").length;
  const notes = now.marks.filter(({ kind }) => kind === "note").length;
  const isWhole = view.isWhole && now.marks.every(({ kind }) => kind !== "gap");
  return (
    <div className="grid w-full max-w-[640px] gap-4">
      <Panel title={t("over.title")}>
        {recording}
        <MetricList>
          <Metric label={t("over.length")} value={lengthMs === null ? "–" : duration(lengthMs)} />
          <Metric
            label={t("over.notes")}
            value={number(notes)}
            note={t("over.flags", { count: flags })}
          />
          <Metric
            label={t("over.recording")}
            value={isWhole ? t("over.whole") : t("over.gaps")}
            {...(isWhole ? {} : { note: t("over.gapsWhy"), tone: "warn" as const })}
          />
        </MetricList>
        <div className="mt-3 flex flex-wrap gap-2">
          <LinkButton to={paths.console()}>{t("over.console")}</LinkButton>
        </div>
      </Panel>
      {children}
    </div>
  );
}

/** This person is out while the call goes on. */
export function OutOfCall({
  why,
  onEnter,
}: {
  why: "left" | "elsewhere" | "removed";
  onEnter: () => void;
}) {
  const { t } = useTranslation("live");
  return (
    <EmptyState
      title={t(`out.${why}`)}
      why={t(`out.${why}Why`)}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button tone="primary" onClick={onEnter}>
            {why === "left" ? t("out.return") : t("out.takeOver")}
          </Button>
          <LinkButton to={paths.console()}>{t("over.console")}</LinkButton>
        </div>
      }
    />
  );
}
