import type {
  TalkFigures as Figures,
  TalkQuery,
} from "#app/core/domain/analytics/talk-stats-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Cell } from "#app/ui/components/primitive/table.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { talkListUrl } from "./talk-url.ts";
import { useTalkText } from "./use-talk-text.ts";

export const TALK_COLUMNS = [...(["median", "mean", "byTime", "middle", "n", "leftOut"] as const)];

type Props = {
  query: TalkQuery;
  /** Whose they are. */
  name: string;
  figures: Figures;
  /** Whose calls the numbers open, and of which days. */
  list: { member?: string; days?: { from: string; to: string } };
};

/** The cells of a person: each number opens its calls; of too few calls there is only how many. */
export function TalkFigures({ query, name, figures, list }: Props) {
  const { t } = useTranslation("talk");
  const { number } = useFormat();
  const text = useTalkText();
  const { metric } = query;
  const { n, leftOut, median, mean, byTime, q1, q3, least, most } = figures;
  const link = (column: string, value: string, out?: true) => (
    <TextLink
      tone="name"
      to={talkListUrl(query, { ...list, ...(out && { out }) })}
      aria-label={t("openNumber", { name, column, value })}
    >
      {value}
    </TextLink>
  );
  const one = (value: number | null) => (value === null ? null : text.value(metric, value));
  const range = (from: number | null, to: number | null) =>
    from === null || to === null ? null : text.range(metric, from, to);
  const span = range(least, most);
  const shown = [
    ["median", one(median)],
    ["mean", one(mean)],
    ["byTime", one(byTime)],
    ["middle", range(q1, q3)],
  ] as const;
  return (
    <>
      {shown.map(([column, value]) => (
        <Cell
          key={column}
          kind="number"
          label={t(`column.${column}`)}
          phone={value === null ? "hide" : "inline"}
        >
          {value === null ? t("none") : link(t(`column.${column}`), value)}
          {column === "middle" && span !== null ? (
            <span className="block font-sans text-2xs text-ink-muted max-desk:inline">
              {t("span", { range: span })}
            </span>
          ) : null}
        </Cell>
      ))}
      <Cell kind="number" label={t("column.n")}>
        {n === 0 ? number(0) : link(t("column.n"), number(n))}
      </Cell>
      <Cell kind="number" label={t("column.leftOut")}>
        {leftOut === 0 ? number(0) : link(t("column.leftOut"), number(leftOut), true)}
      </Cell>
    </>
  );
}
