import type { TalkStatsPage } from "#app/core/pages/talk-stats.server.ts";
import { useFormat, useLanguage } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { isOurBand, kindOf } from "./talk-band.ts";
import { bandOfQuery, useTalkText } from "./use-talk-text.ts";

/** What the boxes say, in a sentence: the reader's own past, or that of everybody listed; and what is shaded. */
export function useTalkSummary({
  query,
  stats: { people, ownBefore, all, allBefore },
  bands,
}: Pick<TalkStatsPage, "query" | "stats" | "bands">): string {
  const { t } = useTranslation("talk");
  const { number } = useFormat();
  const isJapanese = useLanguage() === "ja";
  const text = useTalkText();
  const { metric } = query;
  const value = (of: number | null) => text.value(metric, of);
  const own = people.find(({ isReader }) => isReader);
  const said: string[] = [];
  if (own?.median !== undefined && own.median !== null) {
    said.push(
      ownBefore?.median === undefined || ownBefore.median === null
        ? t("summary.own", { now: value(own.median), n: number(own.n) })
        : t("summary.ownAndWas", { now: value(own.median), before: value(ownBefore.median) }),
    );
    if (isMixed(own, ownBefore))
      said.push(
        t("summary.mixed", { now: value(own.mean), before: value(ownBefore?.mean ?? null) }),
      );
  } else if (all.mean !== null)
    said.push(
      allBefore.mean === null
        ? t("summary.all", { now: value(all.mean), n: number(all.n) })
        : t("summary.allAndWas", { now: value(all.mean), before: value(allBefore.mean) }),
    );
  else said.push(t("summary.few"));
  const band = bandOfQuery(query, bands);
  if (band !== null) {
    const { from, to } = band;
    const range =
      from !== null && to !== null
        ? text.range(metric, from, to)
        : to === null
          ? t("band.least", { value: value(from) })
          : t("band.most", { value: value(to) });
    const kind = t(`band.kind.${kindOf(query) ?? "every"}`);
    said.push(t(isOurBand(query, bands) ? "summary.band" : "summary.ownBand", { range, kind }));
  }
  return said.join(isJapanese ? "" : " ");
}

type Middle = { median: number | null; mean: number | null };

/** Median and mean moved in different directions: one of them alone would mislead (decisions §11). */
function isMixed(now: Middle, before: Middle | null): boolean {
  const change = (a: number | null, b: number | null | undefined) =>
    a === null || b === null || b === undefined ? 0 : Math.sign(a - b);
  return change(now.median, before?.median) !== change(now.mean, before?.mean);
}
