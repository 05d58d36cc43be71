import { useId } from "react";
import type { TeamCarePage as Props } from "#app/core/pages/team-care.server.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { IgnoredNote } from "#app/ui/components/layout/ignored-note.tsx";
import { Page } from "#app/ui/components/layout/page.tsx";
import { ListForm } from "#app/ui/components/form/list-form.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { AnalyticsTabs } from "./analytics-frame.tsx";
import { CareFigures } from "./care-figures.tsx";
import { CareForm } from "./care-form.tsx";
import { CareOwn } from "./care-own.tsx";
import { CareWords } from "./care-words.tsx";
import { CarePeople } from "./care-people.tsx";

/** Of fewer conversations in four weeks nothing is said. */
const LEAST = 8;

/** Whether the load can be borne, what was hard and who looked after it: one's own first, then sentences about the people one leads. */
export function CarePage({ care, team, ignored, earlier, later }: Props) {
  const { t } = useTranslation("care");
  const { t: analytics } = useTranslation("analytics");
  const { own, people, manager, precision, asksHard, monday } = care;
  const place = { week: monday, team };
  return (
    <Page title={analytics("heading")}>
      <AnalyticsTabs at="teamCare" />
      <WeekBar {...{ care, team, earlier, later }} />
      <IgnoredNote ignored={ignored} />
      <div className="grid items-start gap-4 min-[1240px]:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-4">
          {own === null ? (
            <EmptyState title={t("own.title")} why={t("own.notYours")} />
          ) : (
            <CareOwn own={own} place={place} asksHard={asksHard} least={LEAST} />
          )}
          {people === null ? null : (
            <CarePeople
              people={people}
              isEverybody={care.isEverybody}
              place={place}
              least={LEAST}
            />
          )}
        </div>
        <div className="grid min-w-0 gap-4">
          {manager === null ? null : <ManagerPanel manager={manager} />}
          {people === null ? null : <TeamPanel care={care} />}
          {precision === null ? null : <PrecisionPanel care={care} place={place} />}
          <Panel title={t("guards.title")}>
            <ul className="grid list-disc gap-1 pl-4 text-sm text-ink-soft">
              {(["looks", "hard", "words", "least", "kept", "private"] as const).map((name) => (
                <li key={name}>{t(`guards.${name}`)}</li>
              ))}
            </ul>
          </Panel>
        </div>
      </div>
      <p className="text-xs text-ink-muted">{t("foot")}</p>
    </Page>
  );
}

function WeekBar({
  care,
  team,
  earlier,
  later,
}: Pick<Props, "care" | "team" | "earlier" | "later">) {
  const { t } = useTranslation("care");
  const { calendarDay } = useFormat();
  const id = useId();
  const { monday, teams } = care;
  return (
    <div className="flex flex-wrap items-center gap-2" data-print="no">
      {earlier === null ? null : (
        <LinkButton size="small" to={paths.teamCare({ week: earlier, team })}>
          {t("week.earlier")}
        </LinkButton>
      )}
      <b className="font-medium">{t("week.of", { day: calendarDay(monday) })}</b>
      {later === null ? null : (
        <LinkButton size="small" to={paths.teamCare({ week: later, team })}>
          {t("week.later")}
        </LinkButton>
      )}
      {teams.length < 2 ? null : (
        <ListForm action={paths.teamCare()} look="flex items-end gap-2" key={team}>
          <input type="hidden" name="week" value={monday} />
          <label htmlFor={id} className="grid gap-1 text-xs text-ink-muted">
            {t("week.team")}
            <Select
              id={id}
              name="team"
              size="small"
              defaultValue={team ?? ""}
              options={[
                { value: "", label: t("week.allTeams") },
                ...teams.map(({ id: value, name }) => ({ value, label: name })),
              ]}
            />
          </label>
          <Button type="submit" size="small">
            {t("week.show")}
          </Button>
        </ListForm>
      )}
      <span className="ml-auto text-xs text-ink-muted">{t("week.note")}</span>
      <CareWords words={care.words} />
    </div>
  );
}

function ManagerPanel({ manager }: { manager: NonNullable<Props["care"]["manager"]> }) {
  const { t } = useTranslation("care");
  const { number } = useFormat();
  const { people, listenedMs, unheard, gini, openRequests, hours } = manager;
  const lines = [
    [
      t("manager.listened"),
      t("hoursOf", { hours: number(listenedMs / 3_600_000, 1) }),
      unheard.length === 0
        ? t("manager.allHeard", { count: people })
        : t("manager.unheard", { names: unheard.map(({ name }) => name).join(", ") }),
    ],
    [
      t("manager.even"),
      gini === null ? t("none") : number(gini, 2),
      t(gini === null ? "manager.noGini" : "manager.gini"),
    ],
    [
      t("manager.requests"),
      number(openRequests),
      t(openRequests > 10 ? "manager.manyRequests" : "manager.requestsNote"),
    ],
    [t("manager.hours"), t("hoursOf", { hours: number(hours, 1) }), t("manager.hoursNote")],
    [t("manager.help"), t("none"), t("manager.noHelp")],
  ] as const;
  return (
    <Panel title={t("manager.title")}>
      <dl>
        {lines.map(([name, value, note]) => (
          <div
            key={name}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 border-t border-line py-1.5 text-sm first:border-t-0"
          >
            <dt className="text-ink-soft">{name}</dt>
            <dd className="font-mono text-xs font-medium">{value}</dd>
            <dd className="col-span-full text-xs text-ink-muted">{note}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function TeamPanel({ care: { team } }: Pick<Props, "care">) {
  const { t } = useTranslation("care");
  return (
    <Panel
      title={t("team.title")}
      {...(team === null ? {} : { aside: t("team.of", { count: team.people }) })}
    >
      {team === null ? (
        <p className="text-sm text-ink-muted">{t("team.few")}</p>
      ) : (
        <CareFigures load={null} lookedAfter={team.lookedAfter} />
      )}
    </Panel>
  );
}

function PrecisionPanel({
  care: { precision, asksHard },
  place,
}: Pick<Props, "care"> & { place: { week: string; team: string | null } }) {
  const { t } = useTranslation("care");
  const { percent } = useFormat();
  return (
    <Panel title={t("precision.title")}>
      {precision === null || precision.length === 0 ? (
        <p className="text-sm text-ink-muted">{t("precision.none")}</p>
      ) : (
        <ul className="text-sm">
          {precision.map(({ rule, right, judged, low, high }) => (
            <li key={rule} className="border-t border-line py-1.5 first:border-t-0">
              {t("precision.line", {
                ...{ rule: t(`short.${rule}`), right, judged },
                ...{ low: percent(low), high: percent(high) },
              })}
            </li>
          ))}
        </ul>
      )}
      <div className="mt-2">
        <CareForm
          place={place}
          intent="switch_workspace_hard"
          fields={{ on: asksHard ? "no" : "yes" }}
          label={t(asksHard ? "precision.switchOff" : "precision.switchOn")}
        />
      </div>
    </Panel>
  );
}
