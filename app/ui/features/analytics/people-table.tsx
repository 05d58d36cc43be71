import {
  type Counts,
  type OverPeople,
  PERSON_MEASURES,
  type PersonMeasure,
} from "#app/core/domain/analytics/activity-views.ts";
import type { Measure } from "#app/core/domain/analytics/measures.ts";
import { PERSON_VALUE } from "#app/core/domain/analytics/over-people.ts";
import { analyticsSearch } from "#app/core/domain/analytics/query.ts";
import type { ActivityPage } from "#app/core/pages/activity.server.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Cell, DataTable, NameCell, Row } from "#app/ui/components/primitive/table.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { paths } from "#app/paths.ts";
import { countedUrl } from "./counted-url.ts";
import { PersonFigure } from "./person-figure.tsx";
import { usePersonName } from "./use-person-name.ts";

/** Which list a column's numbers open. */
const LIST_OF: Record<PersonMeasure, Measure> = {
  held: "held",
  connected: "connected",
  externalMs: "connected",
  companies: "company",
  recorded: "recorded",
  reviewed: "reviewed",
};
/** What a share is of. */
const PART_OF: Partial<Record<PersonMeasure, (counts: Counts) => [number, number]>> = {
  connected: ({ connected, held }) => [connected, held],
  recorded: ({ recorded, recordable }) => [recorded, recordable],
  reviewed: ({ reviewed, recorded }) => [reviewed, recorded],
};

/** Two links above each other: each is as high as a finger needs. */
const PRESSED = "whitespace-nowrap [&>a]:inline-block [&>a]:min-h-6 [&>a]:leading-6";

type Line = {
  key: string;
  name: string;
  member: string | null;
  /** Of another period than the page's. */
  days?: { from: string; to: string };
  values: OverPeople;
  /** What the values are made of; a middle of people has none. */
  counts?: Counts;
};
type Props = Pick<ActivityPage, "query" | "activity" | "seesOthers" | "memberId">;

/** Person by person, the reader first; below them what the middle of the group is. */
export function PeopleTable({ query, activity, seesOthers, memberId }: Props) {
  const { t } = useTranslation("analytics");
  const lines = useLines({ query, activity, seesOthers, memberId });
  const most = valuesOf((measure) =>
    Math.max(0, ...lines.map(({ values, member }) => (member === null ? 0 : values[measure]) ?? 0)),
  );
  const { noTeam } = activity;
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
        {({ key, name, member, days, values, counts }) => (
          <Row key={key}>
            <NameCell
              note={
                member === null || days !== undefined ? null : (
                  <span className={PRESSED}>
                    <TextLink
                      to={paths.talkStats({ ...analyticsSearch(query), member, person: member })}
                      aria-label={t("people.talkOf", { name })}
                    >
                      {t("people.talk")}
                    </TextLink>
                  </span>
                )
              }
            >
              {member === null ? (
                <span className="whitespace-nowrap">{name}</span>
              ) : (
                <span className={PRESSED}>
                  <TextLink
                    tone="name"
                    to={countedUrl(query, "held", { member, ...(days && { days }) })}
                  >
                    {name}
                  </TextLink>
                </span>
              )}
            </NameCell>
            {PERSON_MEASURES.map((measure) => (
              <Cell key={measure} kind="number" label={t(columnOf(measure))}>
                <PersonFigure
                  measure={measure}
                  value={values[measure]}
                  part={counts === undefined ? null : (PART_OF[measure]?.(counts) ?? null)}
                  most={member === null ? 0 : (most[measure] ?? 0)}
                  to={
                    member === null
                      ? null
                      : countedUrl(query, LIST_OF[measure], { member, ...(days && { days }) })
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

function useLines({ query, activity, seesOthers, memberId }: Props): Line[] {
  const { t } = useTranslation("analytics");
  const nameOf = usePersonName();
  const { people, ownBefore, team } = activity;
  const lines: Line[] = people.map((person) => ({
    ...{ key: person.memberId, name: nameOf(person), member: person.memberId, counts: person },
    values: valuesOf((measure) => PERSON_VALUE[measure](person)),
  }));
  if (ownBefore !== null) {
    const { beforeFrom: from, beforeTo: to } = query.period;
    const at = people.findIndex(({ isReader }) => isReader) + 1;
    lines.splice(at, 0, {
      ...{ key: "before", name: t("people.youBefore"), member: memberId, days: { from, to } },
      ...{ counts: ownBefore, values: valuesOf((measure) => PERSON_VALUE[measure](ownBefore)) },
    });
  }
  if (team !== null)
    lines.push({
      ...{ key: "median", member: null, values: team.median },
      name: t(seesOthers ? "people.median" : "people.teamMedian", { count: team.n }),
    });
  if (team?.mean)
    lines.push({
      ...{ key: "mean", member: null, values: team.mean },
      name: t("people.mean", { count: team.n }),
    });
  return lines;
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
