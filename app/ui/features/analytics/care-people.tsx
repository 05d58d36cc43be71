import type { CareCard } from "#app/core/domain/care/care-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { Face } from "#app/ui/components/primitive/face.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { CareForm, type CarePlace } from "./care-form.tsx";
import { useCareText } from "./use-care-text.ts";
import { HoursChart } from "./hours-chart.tsx";
import { WhyThis } from "./why-this.tsx";

type Props = {
  people: readonly CareCard[];
  /** All whom the reader leads are among them. */
  isEverybody: boolean;
  place: CarePlace;
  least: number;
};

/** Whom to ask how it goes: sentences, the one that has waited longest first. Everybody else by name, never in an order of numbers. */
export function CarePeople({ people, isEverybody, place, least }: Props) {
  const { t } = useTranslation("care");
  const open = people
    .flatMap((card) => {
      const since = sinceOf(card);
      return since === null ? [] : [{ card, since }];
    })
    .toSorted((a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : 0));
  const others = people.filter((card) => sinceOf(card) === null);
  if (people.length === 0)
    return (
      <EmptyState
        title={t("people.emptyTitle")}
        why={t("people.emptyWhy")}
        action={<LinkButton to={paths.activity()}>{t("people.emptyAction")}</LinkButton>}
      />
    );
  return (
    <>
      {isEverybody ? null : <Banner>{t("people.more", { count: people.length })}</Banner>}
      {open.length === 0 ? null : (
        <Panel title={t("people.open", { count: open.length })} aside={t("people.order")}>
          <ul className="divide-y divide-line">
            {open.map(({ card }) => (
              <Card key={card.id} card={card} place={place} least={least} />
            ))}
          </ul>
        </Panel>
      )}
      {others.length === 0 ? null : (
        <Panel title={t("people.nothing")} aside={t("people.byName")}>
          <ul className="divide-y divide-line">
            {others.map((card) => (
              <li
                key={card.id}
                className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm"
              >
                <Face name={card.name} />
                <span className="min-w-32">{card.name}</span>
                <span className="grow text-xs text-ink-muted">
                  <State card={card} least={least} />
                </span>
                <CheckIn card={card} place={place} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

const sinceOf = ({ open, followUpSince }: CareCard): string | null =>
  [
    ...open.map(({ since }) => since),
    ...(followUpSince === null ? [] : [followUpSince]),
  ].toSorted()[0] ?? null;

function State({ card, least }: { card: CareCard; least: number }) {
  const { t } = useTranslation("care");
  const { when } = useFormat();
  const { lastCheckIn, calls, hasOptedOut } = card;
  const said = [
    ...(calls < least ? [t("few", { n: calls, least })] : []),
    ...(hasOptedOut ? [t("people.optedOut")] : []),
    ...(lastCheckIn === null
      ? []
      : [t("people.lastCheckIn", { by: lastCheckIn.by, when: when(lastCheckIn.at) })]),
  ];
  return <span suppressHydrationWarning>{said.join(" · ")}</span>;
}

const CheckIn = ({ card, place }: { card: CareCard; place: CarePlace }) => {
  const { t } = useTranslation("care");
  return (
    <CareForm
      place={place}
      intent="log_check_in"
      fields={{ memberId: card.id }}
      label={t("people.checkIn")}
      of={card.name}
    />
  );
};

function Card({ card, place, least }: { card: CareCard; place: CarePlace; least: number }) {
  const { t } = useTranslation("care");
  const { calendarDay, date, when } = useFormat();
  const { sentence } = useCareText();
  const { id, name, open, followUpSince, shown, load, lookedAfter } = card;
  return (
    <li className="grid gap-2 py-3">
      <p className="flex items-center gap-2.5">
        <Face name={name} />
        <b className="font-strong">{name}</b>
        <small className="text-xs text-ink-muted">
          <State card={card} least={least} />
        </small>
      </p>
      {followUpSince === null ? null : (
        <div>
          <p className="font-medium">
            {t("people.followUp", { when: calendarDay(followUpSince) })}
          </p>
          <p className="text-xs text-ink-muted">{t("people.followUpNote", { name })}</p>
        </div>
      )}
      {shown.length === 0 ? null : (
        <ul className="divide-y divide-line rounded-control border border-line text-sm">
          {shown.map(({ callId, title, shownAt }) => (
            <li key={callId} className="flex flex-wrap items-baseline gap-x-3 px-3 py-1.5">
              <span className="grow">
                <bdi>{title}</bdi>
              </span>
              <span className="text-xs text-ink-muted" suppressHydrationWarning>
                {t("people.shown", { name, when: when(shownAt) })}
              </span>
              <TextLink to={paths.playback(callId)}>{t("people.openCall")}</TextLink>
            </li>
          ))}
        </ul>
      )}
      {load === null || lookedAfter === null
        ? null
        : open.map(({ rule, since }) => (
            <div key={rule}>
              <p className="font-medium">{sentence(rule, { load, lookedAfter, hard: null })}</p>
              {rule === "L1" ? <HoursChart load={load} monday={place.week} /> : null}
              <div className="flex flex-wrap items-center gap-x-3 text-xs text-ink-muted">
                <span suppressHydrationWarning>{t("openSince", { when: date(since) })}</span>
                <WhyThis rule={rule} load={load} />
              </div>
            </div>
          ))}
      <div className="flex flex-wrap items-center gap-2">
        <LinkButton size="small" to={paths.recordings({ member: id, counted: "connected" })}>
          {t("people.comment")}
        </LinkButton>
        <CheckIn card={card} place={place} />
      </div>
    </li>
  );
}
