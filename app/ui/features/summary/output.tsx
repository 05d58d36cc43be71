import { useTranslation } from "#app/i18n/translation.tsx";
import type { SummaryOutputView } from "#app/core/domain/summary/summary-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";
import { Line } from "./parts.tsx";
import { QuoteLink } from "./play-link.tsx";
import { fieldName } from "./texts.ts";
import { valueText } from "./value-text.ts";

type Props = { hrefAt: (ms: number) => string };

/** One statement: its typed value in words, then every quote behind it with its place. */
export function Output({ output, hrefAt }: { output: SummaryOutputView } & Props) {
  const { t } = useTranslation("summary");
  const format = useFormat();
  const quotes = output.evidence.map(({ quote }) => quote);
  const said = valueText(t, format, output.value, quotes);
  // Highlights' words are the quote itself.
  const text = said !== null && quotes.some((quote) => isAlike(quote, said)) ? null : said;
  const field = fieldName(t, output.value);
  const value = field === null || text === null ? text : t("fieldValue", { field, value: text });
  return (
    <Line>
      {value === null ? null : <p className="font-medium">{value}</p>}
      {output.certainty === "implied" ? <Tag tone="plain">{t("certainty.implied")}</Tag> : null}
      <div className="grid gap-2">
        {output.evidence.map(({ segment, t0Ms, t1Ms, quote, speaker, side }) => (
          <QuoteLink
            key={`${segment} ${t0Ms}`}
            text={quote}
            atMs={t0Ms}
            endMs={t1Ms}
            name={speaker}
            side={side}
            hrefAt={hrefAt}
          />
        ))}
      </div>
    </Line>
  );
}

/** The same words, whatever case and marks readers are given. */
const isAlike = (quote: string, text: string): boolean => bare(quote) === bare(text);
const bare = (text: string): string => text.toLowerCase().replace(/[\s\p{P}]/gu, "");
