import {
  type OverPeople,
  PERSON_MEASURES,
  type PersonMeasure,
} from "#app/core/domain/analytics/activity-views.ts";
import type { Measure } from "#app/core/domain/analytics/measures.ts";
import { PERSON_VALUE } from "#app/core/domain/analytics/over-people.ts";
import type { ActivityPage } from "#app/core/pages/activity.server.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Cell, DataTable, NameCell, Row } from "#app/ui/components/primitive/table.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { paths } from "#app/paths.ts";
import { countedUrl } from "./counted-url.ts";
import { useActivityText } from "./use-activity-text.ts";

/** Which list a column's numbers open. */
const LIST_OF: Record<PersonMeasure, Measure> = {
  held: "held",
  connected: "connected",
  externalMs: "connected",
  companies: "company",
  recorded: "recorded",
  reviewed: "reviewed",
};

type Line = {
  key: string;
  name: string;
  owner: string | null;
  /** Of another period than the page's. */
  days?: { from: string; to: string };
  values: OverPeople;
};
type Props = Pick<ActivityPage, "query" | "activity" | "seesOthers" | "memberId">;

/** Person by person, the reader first; below them what the middle of the group is. */
export function PeopleTable({ query, activity, seesOthers, memberId }: Props) {
  const { t } = useTranslation("analytics");
  const { people, ownBefore, team, noTeam } = activity;
  const lines: Line[] = people.map((person) => ({
    key: person.memberId,
    name: person.isReader ? t("people.you") : person.name,
    owner: person.memberId,
    values: valuesOf((measure) => PERSON_VALUE[measure](person)),
  }));
  const most = valuesOf((measure) =>
    Math.max(0, ...lines.map(({ values }) => values[measure] ?? 0)),
  );
  if (ownBefore !== null) {
    const { beforeFrom: from, beforeTo: to } = query.period;
    const at = people.findIndex(({ isReader }) => isReader) + 1;
    lines.splice(at, 0, {
      ...{ key: "before", name: t("people.youBefore"), owner: memberId, days: { from, to } },
      values: valuesOf((measure) => PERSON_VALUE[measure](ownBefore)),
    });
  }
  if (team !== null)
    lines.push({
      ...{ key: "median", owner: null, values: team.median },
      name: t(seesOthers ? "people.median" : "people.teamMedian", { n: team.n }),
    });
  if (team?.mean)
    lines.push({
      ...{ key: "mean", owner: null, values: team.mean, name: t("people.mean", { n: team.n }) },
    });
  return (
    <div className="grid gap-2">
      <DataTable
        caption={t("people.caption")}
        columns={[
          t("people.person"),
          ...PERSON_MEASURES.map((measure) => ({
            name: t(columnOf(measure)),
            align: "end" as const,
          })),
        ]}
        rows={lines}
      >
        {({ key, name, owner, days, values }) => (
          <Row key={key}>
            <NameCell>{name}</NameCell>
            {PERSON_MEASURES.map((measure) => (
              <Cell key={measure} kind="number" label={t(columnOf(measure))}>
                <Figure
                  measure={measure}
                  value={values[measure]}
                  most={owner === null ? 0 : (most[measure] ?? 0)}
                  to={
                    owner === null
                      ? null
                      : countedUrl(query, LIST_OF[measure], { owner, ...(days && { days }) })
                  }
                  name={`${name}, ${t(columnOf(measure))}`}
                />
              </Cell>
            ))}
          </Row>
        )}
      </DataTable>
      {noTeam === null ? null : (
        <p className="flex flex-wrap gap-x-3 text-xs text-ink-muted">
          {t(`noTeam.${noTeam}`)}
          {noTeam === "filtered"
            ? (["last-month", "last-quarter"] as const).map((range) => (
                <TextLink key={range} to={paths.activity({ range })}>
                  {t(range === "last-month" ? "noTeam.lastMonth" : "noTeam.lastQuarter")}
                </TextLink>
              ))
            : null}
        </p>
      )}
    </div>
  );
}

const valuesOf = (of: (measure: PersonMeasure) => number | null): OverPeople => ({
  held: of("held"),
  connected: of("connected"),
  externalMs: of("externalMs"),
  companies: of("companies"),
  recorded: of("recorded"),
  reviewed: of("reviewed"),
});

const columnOf = (measure: PersonMeasure) =>
  measure === "externalMs" ? ("people.external" as const) : (`people.${measure}` as const);

type FigureProps = {
  measure: PersonMeasure;
  value: number | null;
  /** The largest of the column; 0: no bar. */
  most: number;
  to: string | null;
  name: string;
};

/** A number with a bar that compares it within its column. */
function Figure({ measure, value, most, to, name }: FigureProps) {
  const { t } = useTranslation("analytics");
  const { number } = useFormat();
  const { hours, ratio } = useActivityText();
  const text =
    value === null
      ? t("none")
      : measure === "externalMs"
        ? hours(value)
        : measure === "held" || measure === "companies"
          ? number(value, Number.isInteger(value) ? 0 : 1)
          : ratio(value);
  return (
    <span className="inline-flex items-center justify-end gap-2">
      {most > 0 && value !== null ? (
        <span
          aria-hidden
          className="h-1.5 rounded-mark bg-line-strong max-desk:hidden"
          style={{ width: `${Math.round((value / most) * 32)}px` }}
        />
      ) : null}
      {to === null || value === null ? (
        text
      ) : (
        <TextLink tone="name" to={to} aria-label={t("open", { name, value: text })}>
          {text}
        </TextLink>
      )}
    </span>
  );
}
