import type { HardSigns, OwnCall, OwnCare } from "#app/core/domain/care/care-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { CareForm, type CarePlace } from "./care-form.tsx";

type Props = { own: OwnCare; place: CarePlace; asksHard: boolean };

/** The member's calls of the week: which were hard, by what, and which of them their manager is shown. */
export function CareHard({ own, place, asksHard }: Props) {
  const { t } = useTranslation("care");
  if (!asksHard) return <p className="mt-4 text-sm text-ink-muted">{t("hard.workspaceOff")}</p>;
  return (
    <section className="mt-4">
      <h3 className="text-xs font-strong text-ink-muted">{t("hard.title")}</h3>
      <p className="mb-2 max-w-[76ch] text-sm text-ink-soft">
        {t(own.isOptedOut ? "hard.off" : "hard.note")}
      </p>
      {own.isOptedOut ? null : (
        <ul className="divide-y divide-line">
          {own.recent.map((call) => (
            <Call key={call.callId} call={call} place={place} />
          ))}
        </ul>
      )}
      <div className="mt-2">
        <CareForm
          place={place}
          intent="switch_hard"
          fields={{ on: own.isOptedOut ? "yes" : "no" }}
          label={t(own.isOptedOut ? "hard.switchOn" : "hard.switchOff")}
          tone="quiet"
        />
      </div>
    </section>
  );
}

function Call({ call, place }: { call: OwnCall; place: CarePlace }) {
  const { t } = useTranslation("care");
  const { when } = useFormat();
  const { callId, title, startedAt, isHard, signs, shownAt, canShow } = call;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1.5 text-sm">
      <span className="min-w-0 grow basis-52">
        <TextLink tone="name" to={paths.playback(callId)}>
          <bdi>{title}</bdi>
        </TextLink>
        <span className="ml-2 text-xs text-ink-muted" suppressHydrationWarning>
          {when(startedAt)}
        </span>
        {signs === null ? null : <Signs callId={callId} signs={signs} />}
        {isHard && shownAt !== null ? (
          <small className="block text-xs text-ink-muted" suppressHydrationWarning>
            {t("hard.shown", { when: when(shownAt) })}
          </small>
        ) : null}
      </span>
      {isHard ? <b className="text-xs font-medium">{t("hard.is")}</b> : null}
      <span className="flex flex-wrap gap-1">
        <CareForm
          place={place}
          intent="mark_call"
          fields={{ callId, isHard: isHard ? "no" : "yes" }}
          label={t(isHard ? "hard.takeBack" : "hard.mark")}
          of={title}
          tone="quiet"
        />
        {isHard && canShow ? (
          <CareForm
            place={place}
            intent="show_call"
            fields={{ callId, isShown: shownAt === null ? "yes" : "no" }}
            label={t(shownAt === null ? "hard.show" : "hard.hide")}
            of={title}
            tone="quiet"
          />
        ) : null}
      </span>
    </li>
  );
}

/** By what the call is taken as hard, each with the moment it was said. */
function Signs({ callId, signs }: { callId: string; signs: HardSigns }) {
  const { t } = useTranslation("care");
  const { duration } = useFormat();
  const { abuse, negative, isInterrupted, isNegative, isCutShort } = signs;
  const said = [
    ...(abuse.length === 0 ? [] : [t("signs.abuse", { count: abuse.length })]),
    ...(isNegative ? [t("signs.negative")] : []),
    ...(isInterrupted ? [t("signs.interrupted")] : []),
    ...(isCutShort ? [t("signs.cutShort")] : []),
  ];
  return (
    <small className="block text-xs text-ink-soft">
      {said.join(" · ")}{" "}
      {[...abuse, ...negative].slice(0, 5).map((at) => (
        <TextLink key={at} to={paths.playback(callId, { t: Math.floor(at / 1000) })}>
          <span className="mr-1.5 font-mono">{duration(at)}</span>
        </TextLink>
      ))}
    </small>
  );
}
