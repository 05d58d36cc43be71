import { useFetcher } from "@remix-run/react";
import { useState } from "react";
import type { BenchCall, BenchView, Coverage } from "#app/core/domain/analysis/bench-views.ts";
import { TRY_FETCHER } from "#app/core/pages/template-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { BenchSections } from "./bench-sections.tsx";

type Answer = { ok?: boolean; bench?: BenchView };

/** Tries the working version of a template beside the published one, on past calls of the reader. */
export default function TestBench() {
  const { t } = useTranslation("bench");
  const format = useFormat();
  const { Form, state, data } = useFetcher<Answer>({ key: TRY_FETCHER });
  const readOnly = useReadOnly();
  const bench = data?.bench;
  const isBusy = state !== "idle";
  return (
    <Panel title={t("title")}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p role="status" className="text-xs text-ink-muted">
          {bench === undefined
            ? t("note")
            : t("ran", {
                time: format.time(bench.at),
                seconds: format.number(bench.ms / 1_000, 1),
              })}
        </p>
        <Form method="post">
          <Button
            type="submit"
            name="intent"
            value="try_template"
            busy={isBusy && t("trying")}
            disabledReason={readOnly}
          >
            {t(bench === undefined ? "try" : "again")}
          </Button>
        </Form>
      </div>
      {data !== undefined && bench === undefined && !isBusy ? (
        <p role="alert" className="mt-2 text-sm text-danger">
          {t("failed")}
        </p>
      ) : null}
      {bench === undefined ? null : bench.calls.length === 0 ? (
        <p className="mt-3 text-sm">{t("noCalls")}</p>
      ) : (
        <Results bench={bench} />
      )}
    </Panel>
  );
}

function Results({ bench }: { bench: BenchView }) {
  const { t } = useTranslation("bench");
  const format = useFormat();
  const [chosen, setChosen] = useState(bench.calls[0]?.id ?? "");
  const call = bench.calls.find(({ id }) => id === chosen) ?? bench.calls[0];
  const { published, draft, cost } = bench;
  return (
    <>
      <div className="mt-3 grid grid-cols-2 gap-4">
        {published === null ? null : (
          <Share name={t("published", { n: published.number })} coverage={published} />
        )}
        <Share
          name={t(published === null ? "version" : "draft", { n: draft.number })}
          coverage={draft}
        />
      </div>
      <p className="mt-2 text-xs text-ink-muted">
        {cost === null
          ? t("noCost")
          : t("cost", { model: cost.model, amount: format.number(cost.eachCall, 4) })}
      </p>
      <div
        className="mt-3 flex flex-wrap gap-1 border-b border-line pb-2"
        role="group"
        aria-label={t("calls")}
      >
        {bench.calls.map((one) => (
          <CallButton key={one.id} call={one} isChosen={one === call} onChoose={setChosen} />
        ))}
      </div>
      {call === undefined ? null : <BenchSections call={call} hasPublished={published !== null} />}
    </>
  );
}

function CallButton({
  call: { id, title, coverage },
  isChosen,
  onChoose,
}: {
  call: BenchCall;
  isChosen: boolean;
  onChoose: (id: string) => void;
}) {
  const { t } = useTranslation("bench");
  return (
    <Button
      size="small"
      tone={isChosen ? "plain" : "quiet"}
      aria-pressed={isChosen}
      onClick={() => onChoose(id)}
    >
      <span className="grid max-w-32 text-left">
        <bdi className="truncate">{title}</bdi>
        <span className="font-mono text-xs">{t("of", coverage)}</span>
      </span>
    </Button>
  );
}

function Share({ name, coverage }: { name: string; coverage: Coverage }) {
  const { t } = useTranslation("bench");
  const format = useFormat();
  const share = coverage.of === 0 ? 0 : coverage.answered / coverage.of;
  return (
    <div>
      <p className="text-xs text-ink-muted">{name}</p>
      <p className="text-base font-strong">{format.percent(share)}</p>
      <div className="mt-1 h-1 rounded-full bg-line" aria-hidden>
        <div
          className="h-full rounded-full bg-ink"
          style={{ width: `${Math.round(share * 100)}%` }}
        />
      </div>
      <p className="mt-1 text-xs text-ink-muted">{t("coverage", coverage)}</p>
    </div>
  );
}
