import { type ReactNode, useState } from "react";
import { Play } from "lucide-react";
import type { TalkStatsPage } from "#app/core/pages/talk-stats.server.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { useHydrated } from "#app/ui/components/primitive/use-hydrated.ts";
import type { EvidencePlace } from "./talk-page.tsx";
import { talkListUrl, talkUrl } from "./talk-url.ts";
import { useTalkText } from "./use-talk-text.ts";

type Props = {
  query: TalkStatsPage["query"];
  calls: NonNullable<TalkStatsPage["stats"]["calls"]>;
  evidence: (place: EvidencePlace) => ReactNode;
};

/** The calls behind a person's number, from the largest: each is played or read where the number comes from, one at a time. */
export function TalkCalls({ query, calls, evidence }: Props) {
  const { t } = useTranslation("talk");
  const { t: metrics } = useTranslation("metrics");
  const { when, duration } = useFormat();
  const text = useTalkText();
  const isHydrated = useHydrated();
  const [open, setOpen] = useState<string | null>(null);
  const { metric } = query;
  return (
    <div id="calls" className="scroll-mt-16">
      <Panel
        title={t("open.title", { name: calls.name, metric: text.name(metric) })}
        aside={<TextLink to={talkUrl(query, {})}>{t("open.close")}</TextLink>}
      >
        <ul className="divide-y divide-line">
          {calls.rows.map(
            ({ callId, title, startedAt, durationMs, value, reason, at, hasSound }) => (
              <li key={callId} className="grid gap-2 py-2">
                <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
                  <span className="min-w-0 grow basis-52">
                    <TextLink
                      tone="name"
                      to={paths.playback(callId, {
                        ...(at && { t: Math.floor(at.t0Ms / 1000) }),
                      })}
                    >
                      <bdi>{title}</bdi>
                    </TextLink>
                    <span className="ml-2 text-xs text-ink-muted" suppressHydrationWarning>
                      {when(startedAt)} · {duration(durationMs)}
                    </span>
                  </span>
                  <span className={value === null ? "text-xs text-ink-muted" : "font-mono text-xs"}>
                    {value === null
                      ? t(`reason.${reason ?? "no_speech"}`, {
                          defaultValue: metrics(`reason.${reason ?? "no_speech"}`, {
                            defaultValue: reason ?? "",
                          }),
                        })
                      : text.value(metric, value)}
                  </span>
                  {value !== null && !hasSound ? (
                    <TextLink
                      to={paths.playback(callId, {
                        ...(at && { t: Math.floor(at.t0Ms / 1000) }),
                      })}
                      aria-label={t("open.readIn", { title })}
                    >
                      {t("open.read")}
                    </TextLink>
                  ) : null}
                  {isHydrated && value !== null && hasSound ? (
                    <Button
                      size="small"
                      icon={Play}
                      aria-expanded={open === callId}
                      aria-label={t("open.hear", { title })}
                      onClick={() => setOpen(open === callId ? null : callId)}
                    >
                      {t("open.play")}
                    </Button>
                  ) : null}
                </div>
                {open === callId
                  ? evidence({ callId, title, t0Ms: at?.t0Ms ?? 0, t1Ms: at?.t1Ms ?? null })
                  : null}
              </li>
            ),
          )}
        </ul>
        {calls.isAll ? null : (
          <p className="mt-2 text-xs">
            <TextLink to={talkListUrl(query, { member: calls.memberId })}>{t("open.all")}</TextLink>
          </p>
        )}
      </Panel>
    </div>
  );
}
