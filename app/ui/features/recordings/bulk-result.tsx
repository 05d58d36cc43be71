import type { BulkRowView, BulkRunView } from "#app/core/domain/bulk/bulk-views.ts";
import { outcomeKey } from "#app/core/domain/bulk/outcomes.ts";
import { LIMITS } from "#app/core/domain/limits.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Progress } from "#app/ui/components/primitive/progress.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { doneKey, isOpenRun, progressText } from "./bulk-text.ts";

/** How far a run is, or what came of its calls and why of those that were not changed. */
export function BulkResult({ run }: { run: BulkRunView }) {
  const { t } = useTranslation("bulk");
  const { counts, rows } = run;
  const others = counts.refused + counts.unchanged - rows.length;
  const lines = (["done", "asked", "unchanged", "refused", "left"] as const).filter(
    (key) => key === "done" || counts[key] > 0,
  );
  return (
    <div className="grid gap-3 text-sm">
      {isOpenRun(run) ? (
        <>
          <Progress text={progressText(t, run)} value={run.done} max={run.total} />
          <p className="text-ink-muted">{t("run.leave")}</p>
        </>
      ) : (
        <div role="status">
          <ul className="grid gap-0.5">
            {lines.map((key) => (
              <li key={key} className={key === "done" ? "font-medium" : "text-ink-soft"}>
                {t(`run.${key === "done" ? doneKey(run) : key}`, { count: counts[key] })}
              </li>
            ))}
          </ul>
          {run.kind === "delete" && !run.isUndo && counts.done > 0 ? (
            <p className="mt-1 text-ink-muted">{t("run.linksOff")}</p>
          ) : null}
        </div>
      )}
      {run.isCut ? <p className="text-ink-muted">{t("run.cut", { n: LIMITS.bulkRows })}</p> : null}
      {run.isUndone ? <p className="text-ink-muted">{t("run.undone")}</p> : null}
      {rows.length === 0 ? null : (
        <section className="grid gap-1">
          <h3 className="text-xs font-strong text-ink-muted">{t("run.rows")}</h3>
          <ul className="max-h-64 divide-y divide-line overflow-y-auto">
            {rows.map((row) => (
              <RowLine key={row.ord} row={row} />
            ))}
          </ul>
          {others > 0 ? (
            <p className="text-xs text-ink-muted">{t("run.more", { count: others })}</p>
          ) : null}
        </section>
      )}
    </div>
  );
}

function RowLine({ row: { call, outcome } }: { row: BulkRowView }) {
  const { t } = useTranslation("bulk");
  return (
    <li className="grid gap-x-3 py-1.5 desk:grid-cols-2">
      {call === null ? (
        <span className="text-ink-muted">{t("run.hidden")}</span>
      ) : (
        <span className="truncate">
          <TextLink to={paths.playback(call.id)}>
            <bdi>{call.title}</bdi>
          </TextLink>
        </span>
      )}
      <span className="text-ink-soft">{t(`outcome.${outcomeKey(outcome)}`)}</span>
    </li>
  );
}
