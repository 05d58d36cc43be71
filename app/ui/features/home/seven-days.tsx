import { REACHED, type Reached, type ReachedCounts } from "#app/core/pages/reached.ts";
import { sevenDaysSearch } from "#app/core/pages/seven-days.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";

/** How far the calls of the last seven days came; each number leads to its calls, and so does each difference. */
export function SevenDays({ counts }: { counts: ReachedCounts }) {
  const { t } = useTranslation("home");
  if (counts.started === 0) return null;
  return (
    <Panel title={t("sevenDays.title")}>
      <ul className="divide-y divide-line text-sm">
        {REACHED.map((step, at) => (
          <Row key={step} step={step} before={REACHED[at - 1]} counts={counts} />
        ))}
      </ul>
    </Panel>
  );
}

type RowProps = { step: Reached; before: Reached | undefined; counts: ReachedCounts };

function Row({ step, before, counts }: RowProps) {
  const { t } = useTranslation("home");
  const { number } = useFormat();
  const name = t(`sevenDays.step.${step}`);
  const value = number(counts[step]);
  return (
    <li className="flex items-baseline gap-3 py-1.5">
      <span className="min-w-0 grow">{name}</span>
      {step === "started" || before === undefined ? null : (
        <Missing step={step} before={before} n={counts[before] - counts[step]} />
      )}
      <b className="min-w-8 text-right font-mono font-strong">
        <TextLink
          tone="name"
          to={paths.recordings(sevenDaysSearch(step))}
          aria-label={t("sevenDays.open", { name, value })}
        >
          {value}
        </TextLink>
      </b>
    </li>
  );
}

type MissingProps = { step: Exclude<Reached, "started">; before: Reached; n: number };

/** Those that came to the step before and no further. */
function Missing({ step, before, n }: MissingProps) {
  const { t } = useTranslation("home");
  if (n <= 0) return null;
  return (
    <span className="text-xs">
      <TextLink tone="muted" to={paths.recordings(sevenDaysSearch(before, step))}>
        {t(`sevenDays.missing.${step}`, { n })}
      </TextLink>
    </span>
  );
}
