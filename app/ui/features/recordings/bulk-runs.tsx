import { useLocation, useNavigate } from "@remix-run/react";
import { lazy, Suspense } from "react";
import type { BulkLine, BulkRunView } from "#app/core/domain/bulk/bulk-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { Disclosure } from "#app/ui/components/primitive/disclosure.tsx";
import { Moment } from "#app/ui/components/primitive/moment.tsx";
import { Progress } from "#app/ui/components/primitive/progress.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { useHydrated } from "#app/ui/components/primitive/use-hydrated.ts";
import { PlainRun } from "./bulk-plain-run.tsx";
import { isOpenRun, progressText, whatText } from "./bulk-text.ts";
import { useRunChanges } from "./use-run-changes.ts";

const BulkDialog = lazy(() => import("./bulk-dialog.tsx"));

type Props = { runs: readonly BulkLine[]; run: BulkRunView | null };

/** The reader's runs over many calls, so that one that was left is found again, and the one that the address names. */
export function BulkRuns({ runs, run }: Props) {
  const { t } = useTranslation("bulk");
  const isHydrated = useHydrated();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const to = (runId: string | null): string => {
    const next = new URLSearchParams(search);
    if (runId === null) next.delete("run");
    else next.set("run", runId);
    return `${pathname}?${next.toString()}`;
  };
  const ended = runs.filter((one) => !isOpenRun(one));
  return (
    <>
      {runs.filter(isOpenRun).map((one) => (
        <OpenRun key={one.id} run={one} to={to(one.id)} />
      ))}
      {ended.length === 0 ? null : (
        <div className="relative justify-self-start text-sm">
          <Disclosure label={t("runs.title")} place="wide">
            <ul className="grid divide-y divide-line">
              {ended.map((one) => (
                <li key={one.id} className="grid gap-0.5 py-2">
                  <TextLink to={to(one.id)}>{whatText(t, one)}</TextLink>
                  <span className="text-xs text-ink-muted">
                    {t("run.of", { count: one.total })},{" "}
                    {t(one.state === "cancelled" ? "run.cancelled" : "run.ended")}{" "}
                    <Moment iso={one.endedAt ?? one.createdAt} />
                  </span>
                </li>
              ))}
            </ul>
          </Disclosure>
        </div>
      )}
      {run === null ? null : isHydrated ? (
        <Suspense>
          <BulkDialog
            key={run.id}
            run={run}
            onClose={() => navigate(to(null), { replace: true, preventScrollReset: true })}
          />
        </Suspense>
      ) : (
        <noscript>{import.meta.env.SSR ? <PlainRun run={run} /> : null}</noscript>
      )}
    </>
  );
}

function OpenRun({ run: told, to }: { run: BulkLine; to: string }) {
  const { t } = useTranslation("bulk");
  const { run } = useRunChanges(told);
  const what = whatText(t, run);
  return (
    <Banner
      action={
        <TextLink to={to} aria-label={t("runs.openOf", { what })}>
          {t("runs.open")}
        </TextLink>
      }
    >
      <span className="flex flex-wrap items-center gap-x-3">
        {what}
        <Progress text={progressText(t, run)} value={run.done} max={run.total} />
      </span>
    </Banner>
  );
}
