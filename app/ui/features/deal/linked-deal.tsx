import type { DealChoice, DealChoices } from "#app/core/domain/deal/deal-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { DealLine } from "./deal-line.tsx";
import type { useDealCommand } from "./use-deal-command.ts";

type Props = {
  primary: DealChoice | undefined;
  choices: Pick<DealChoices, "isHidden" | "isChosen">;
  command: ReturnType<typeof useDealCommand>;
};

/** What a call is linked to now, why, and the ways off: to no deal, and back to what rules find. */
export function LinkedDeal({ primary, choices: { isHidden, isChosen }, command }: Props) {
  const { t } = useTranslation("deal");
  const isLinked = primary !== undefined || isHidden;
  return (
    <section className="grid gap-1.5 rounded-control bg-surface-sunken px-3 py-2">
      {primary === undefined ? (
        <p>{t(isHidden ? "hidden" : isChosen ? "none" : "notYet")}</p>
      ) : (
        <>
          <h3 className="text-xs font-strong text-ink-muted">{t("linkedTo")}</h3>
          <DealLine deal={primary} />
        </>
      )}
      <div className="flex flex-wrap gap-2">
        {isLinked || !isChosen ? (
          <Button
            size="small"
            busy={command.isSending("unlink_deal") && t("unlinking")}
            onClick={() => command.send("unlink_deal")}
          >
            {t(isLinked ? "unlink" : "aboutNone")}
          </Button>
        ) : null}
        {isChosen ? (
          <Button
            size="small"
            tone="quiet"
            busy={command.isSending("leave_deal") && t("loading")}
            onClick={() => command.send("leave_deal")}
          >
            {t("leave")}
          </Button>
        ) : null}
      </div>
    </section>
  );
}
