import { cva } from "class-variance-authority";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { LiveCard } from "#app/core/domain/live/live-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { paths } from "#app/paths.ts";
import { TalkBar } from "#app/ui/components/instrument/talk-bar.tsx";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { RecordingTag } from "../call/live-facts.tsx";
import { monologueTone } from "../call/live-store.ts";
import { troubleOf } from "../call/recording-trouble.ts";
import { useElapsed } from "../call/use-elapsed.ts";

const monologueLook = cva("", {
  variants: { tone: { plain: "", warn: "text-warn", danger: "font-medium text-danger" } },
});
const cardLook = cva("grid content-start gap-2 rounded-panel border bg-surface-raised px-4 py-3", {
  variants: { trouble: { yes: "border-danger", no: "border-line" } },
});

/** The live calls of a manager's teams (product §10.13). Private ones are not among them. */
export function LiveWall({ wall }: { wall: readonly LiveCard[] }) {
  const { t } = useTranslation("live");
  return (
    <section aria-labelledby="live-wall">
      <h2 id="live-wall" className="mb-2 text-xs font-strong text-ink-muted">
        {t("wall.title")}
      </h2>
      {wall.length === 0 ? (
        <EmptyState title={t("wall.empty")} why={t("wall.emptyWhy")} />
      ) : (
        <ul className="grid gap-3 desk:grid-cols-[repeat(auto-fill,minmax(280px,1fr))]">
          {wall.map((card) => (
            <WallCard key={card.callId} card={card} />
          ))}
        </ul>
      )}
    </section>
  );
}

function WallCard({ card }: { card: LiveCard }) {
  const { t } = useTranslation("live");
  const { duration, percent } = useFormat();
  const elapsed = useElapsed(card.startedAt, 0);
  const tone = monologueTone(card.monologueMs);
  const names = card.people.map(({ name }) => name).join(", ");
  return (
    <li className={cardLook({ trouble: troubleOf(card.recording) === null ? "no" : "yes" })}>
      <div className="flex items-start gap-3">
        <div className="min-w-0 grow">
          <TextLink tone="name" to={paths.consoleCall(card.callId)}>
            <bdi>{card.title}</bdi>
          </TextLink>
          <div className="text-xs text-ink-muted">
            {[card.owner.name, card.company].filter((fact) => fact !== null).join(" · ")}
          </div>
        </div>
        <span className="font-mono text-sm">{elapsed === null ? "–" : duration(elapsed)}</span>
      </div>
      {names === "" ? null : <div className="truncate text-sm text-ink-soft">{names}</div>}
      {card.share === null ? null : (
        <div>
          <div className="flex justify-between text-xs text-ink-muted">
            <span>{t("wall.share")}</span>
            <span>{percent(card.share)}</span>
          </div>
          <TalkBar talkRatio={card.share} />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-muted">
        <span className={monologueLook({ tone })}>
          {t("wall.monologue", { time: duration(card.monologueMs) })}
          {tone === "plain"
            ? ""
            : ` · ${tone === "warn" ? t("meters.long") : t("meters.veryLong")}`}
        </span>
        <RecordingTag recording={card.recording} />
        {card.isDemo ? <Tag>{t("demo")}</Tag> : null}
      </div>
      <div>
        <LinkButton to={paths.consoleCall(card.callId)}>
          {card.canListen ? t("wall.openListen") : t("wall.open")}
        </LinkButton>
      </div>
    </li>
  );
}
