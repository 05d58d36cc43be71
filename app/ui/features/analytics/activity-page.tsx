import type { ActivityPage as Props } from "#app/core/pages/activity.server.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { AnalyticsFrame } from "./analytics-frame.tsx";
import { fitsBeside, shownHours } from "./heat-frames.ts";
import { HeatPanel } from "./heat-panel.tsx";
import { NoCalls } from "./no-calls.tsx";
import { PeopleTable } from "./people-table.tsx";
import { Tiles } from "./tiles.tsx";
import { WeekPanel } from "./week-panel.tsx";

/** What a team did, beside its own past: every number opens the calls it counts. */
export function ActivityPage(page: Props & { answer: unknown }) {
  const { query, ignored, activity, choices, views, answer, seesOthers, memberId } = page;
  const { isOwnPage, viewTeams, workingHours, holidays } = page;
  const { t } = useTranslation("analytics");
  const { calendarDay } = useFormat();
  const { from, to, beforeFrom, beforeTo } = query.period;
  const days = (first: string, last: string) =>
    t("days", { from: calendarDay(first), to: calendarDay(last) });
  const { now, before } = activity;
  const isEmpty = now.held + now.recordable + before.held + before.recordable === 0;
  return (
    <AnalyticsFrame
      at="activity"
      {...{ query, choices, ignored, views, viewTeams, answer, seesOthers }}
      fileUrl={paths.activityFile}
      foot={t(isOwnPage ? "foot.own" : "foot.others")}
    >
      {isEmpty ? (
        <NoCalls query={query} to={paths.activity} />
      ) : (
        <>
          <Panel
            title={t(isOwnPage ? "past.own" : "past.team")}
            aside={t("past.note", { now: days(from, to), before: days(beforeFrom, beforeTo) })}
          >
            <Tiles query={query} activity={activity} />
          </Panel>
          <WeekPanel query={query} activity={activity} holidays={holidays} />
          <div
            className={`grid grid-cols-[minmax(0,1fr)] items-start gap-4 ${
              fitsBeside(shownHours(activity.hours, workingHours))
                ? "min-[90rem]:grid-cols-[minmax(0,1fr)_26rem]"
                : ""
            }`}
          >
            <Panel title={t("people.title")} aside={t("people.note")}>
              <PeopleTable {...{ query, activity, seesOthers, memberId }} />
            </Panel>
            <HeatPanel query={query} activity={activity} workingHours={workingHours} />
          </div>
        </>
      )}
    </AnalyticsFrame>
  );
}
