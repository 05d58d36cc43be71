import type { ReactNode } from "react";
import type { DealRef } from "#app/core/domain/deal/deal-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";
import { useMoneyText } from "#app/i18n/use-money-text.ts";

type Props = {
  deal: Omit<DealRef, "id"> & {
    reasons?: readonly string[];
    confidence?: number;
    isByHand?: boolean;
  };
  children?: ReactNode;
};

/** A deal with its facts and, where a rule found it, why; its button stands at the end. */
export function DealLine({ deal, children }: Props) {
  const { t } = useTranslation("deal");
  const { percent } = useFormat();
  const money = useMoneyText();
  const { name, company, owner, stage, isClosed, reasons = [], confidence, isByHand } = deal;
  const facts = [
    ...(company === null ? [] : [company]),
    ...(deal.amount === null ? [] : [money(deal)]),
    ...(owner === null ? [] : [t("ownedBy", { name: owner })]),
  ];
  const why = [
    ...reasons.map((reason) => t(`reason.${reason}`, { defaultValue: reason })),
    ...(confidence === undefined || isByHand === true
      ? []
      : [t("sure", { percent: percent(confidence / 100) })]),
  ];
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-2.5 gap-y-1 py-1.5">
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <bdi className="font-medium wrap-anywhere">{name}</bdi>
          <Tag>{stage}</Tag>
          {isClosed ? <Tag tone="plain">{t("closed")}</Tag> : null}
          {deal.isGone ? <Tag tone="warn">{t("crm.gone")}</Tag> : null}
        </p>
        {facts.length === 0 ? null : (
          <p className="text-xs text-ink-muted wrap-anywhere">{facts.join(" · ")}</p>
        )}
        {why.length === 0 ? null : <p className="text-xs text-ink-muted">{why.join(" · ")}</p>}
      </div>
      {children}
    </div>
  );
}
