import type { OwnCare } from "#app/core/domain/care/care-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { CareForm, type CarePlace } from "./care-form.tsx";
import { CareFigures, type CareLists } from "./care-figures.tsx";
import { CareHard } from "./care-hard.tsx";
import { HoursChart } from "./hours-chart.tsx";
import { useCareText } from "./use-care-text.ts";
import { WhyThis } from "./why-this.tsx";

const DAY_MS = 86_400_000;

type Props = { own: OwnCare; place: CarePlace; asksHard: boolean; least: number };

/** The reader's own week, in full: what is suggested, how it is made, what was hard, and who looked. */
export function CareOwn({ own, place, asksHard, least }: Props) {
  const { t } = useTranslation("care");
  const { date, when } = useFormat();
  const { sentence } = useCareText();
  const { suggestions, calls, looks, checkIns, load, lookedAfter, hard } = own;
  return (
    <Panel title={t("own.title")} aside={t("own.note")}>
      {calls < least ? (
        <p className="text-sm text-ink-soft">{t("few", { n: calls, least })}</p>
      ) : null}
      {suggestions.length === 0 && calls >= least ? (
        <p className="text-sm text-ink-soft">{t("own.nothing")}</p>
      ) : null}
      <ul className="divide-y divide-line">
        {suggestions.map(({ rule, since, mark }) => (
          <li key={rule} className="grid gap-1.5 py-2.5">
            <p className="font-medium">{sentence(rule, { load, lookedAfter, hard })}</p>
            <p className="text-xs text-ink-muted" suppressHydrationWarning>
              {t("openSince", { when: date(since) })}
            </p>
            <div className="flex flex-wrap items-center gap-2">
              {([true, false] as const).map((isRight) => (
                <CareForm
                  key={String(isRight)}
                  place={place}
                  intent="mark_suggestion"
                  fields={{ rule, monday: place.week, isRight: isRight ? "yes" : "no" }}
                  label={t(
                    mark === isRight
                      ? isRight
                        ? "own.wasRight"
                        : "own.wasWrong"
                      : isRight
                        ? "own.right"
                        : "own.wrong",
                  )}
                  of={t(`short.${rule}`)}
                />
              ))}
              <WhyThis rule={rule} load={load} />
            </div>
          </li>
        ))}
      </ul>
      <div className="mt-3">
        <HoursChart load={load} monday={place.week} />
      </div>
      <CareFigures
        load={load}
        lookedAfter={lookedAfter}
        lists={listsOf(own.memberId, place.week)}
      />
      <Evidence lines={own.evidence} />
      <CareHard own={own} place={place} asksHard={asksHard} />
      <div className="mt-4 grid gap-4 text-sm desk:grid-cols-2">
        <Told
          title={t("own.looks")}
          none={t("own.noLooks")}
          lines={looks.map(({ at, by }) => t("own.look", { by, when: when(at) }))}
        />
        <Told
          title={t("own.checkIns")}
          none={t("own.noCheckIns")}
          lines={checkIns.map(({ at, by }) => t("own.look", { by, when: when(at) }))}
        />
      </div>
    </Panel>
  );
}

/** The calls that figures of the week, and of the last four weeks, count. */
function listsOf(owner: string, monday: string): CareLists {
  const day = (days: number): string =>
    new Date(Date.parse(`${monday}T00:00:00Z`) + days * DAY_MS)
      .toISOString()
      .slice(0, "yyyy-mm-dd".length);
  const list = (from: string, more: Record<string, string>) =>
    paths.recordings({ member: owner, from, to: day(6), counted: "connected", ...more });
  return { week: list(monday, {}), external: list(day(-21), { min: "5" }), feedback: "#feedback" };
}

/** What others wrote: the lines behind the figures of care. */
function Evidence({ lines }: { lines: OwnCare["evidence"] }) {
  const { t } = useTranslation("care");
  const { when } = useFormat();
  return (
    <section id="feedback" className="mt-4 scroll-mt-16">
      <h3 className="text-xs font-strong text-ink-muted">{t("evidence.title")}</h3>
      {lines.length === 0 ? (
        <p className="text-sm text-ink-muted">{t("evidence.none")}</p>
      ) : (
        <ul className="divide-y divide-line text-sm">
          {lines.map(({ callId, title, by, at, kind, isAnswered }, no) => (
            // Of one load of the page: they never move against each other.
            <li key={no} className="flex flex-wrap gap-x-3 py-1.5">
              <TextLink tone="name" to={paths.playback(callId, { tab: "comments" })}>
                <bdi>{title}</bdi>
              </TextLink>
              <span className="text-xs text-ink-muted" suppressHydrationWarning>
                {t("evidence.line", { by, when: when(at) })}
                {kind === "plain" ? "" : ` · ${t(`evidence.${kind}`)}`}
                {isAnswered ? ` · ${t("evidence.answered")}` : ""}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Told({ title, none, lines }: { title: string; none: string; lines: string[] }) {
  return (
    <section>
      <h3 className="text-xs font-strong text-ink-muted">{title}</h3>
      {lines.length === 0 ? (
        <p className="text-ink-muted">{none}</p>
      ) : (
        <ul suppressHydrationWarning className="max-h-32 overflow-y-auto">
          {lines.map((line, at) => (
            // Lines of the log never move against each other.
            <li key={at} suppressHydrationWarning>
              {line}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
