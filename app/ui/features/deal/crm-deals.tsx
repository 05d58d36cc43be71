import { useFetcher } from "@remix-run/react";
import { RotateCw } from "lucide-react";
import { useEffect, useRef } from "react";
import type { CrmDealRef, CrmFinds } from "#app/core/domain/deal/deal-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { DealLine } from "./deal-line.tsx";
import type { useDealCommand } from "./use-deal-command.ts";

type Props = {
  callId: string;
  text: string;
  /** Ids of deals that stand above already. */
  shown: ReadonlySet<string>;
  command: ReturnType<typeof useDealCommand>;
  onLinking: (name: string) => void;
  /** What is known here of the linked deal is other than it was. */
  onChanged: () => void;
};

/** A pause in typing: somebody else's server is asked after it. */
const PAUSE_MS = 400;
/** As many characters the server wants (`find-crm-deals.server.ts`). */
const SHORTEST_QUERY = 2;

/** What the connected CRMs hold for a call, or for what was typed; one that does not answer says why. */
export function CrmDeals({ callId, text, shown, command, onLinking, onChanged }: Props) {
  const { t } = useTranslation("deal");
  const { load, data, state } = useFetcher<CrmFinds>();
  const words = text.trim();
  const isShort = words.length === 1;
  useEffect(() => {
    if (words !== "" && words.length < SHORTEST_QUERY) return undefined;
    const ask = () => load(paths.callCrmDeals(callId, words));
    const timer = setTimeout(ask, words === "" ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words, load, callId]);
  const changed = useRef(onChanged);
  useEffect(() => {
    changed.current = onChanged;
  });
  useEffect(() => {
    if (data?.isChanged === true) changed.current();
  }, [data]);
  const isBusy = state !== "idle" || data === undefined;
  const nameOf = (crm: string): string => t(`crm.name.${crm}`, { defaultValue: crm });
  return (
    <>
      {(data?.crms ?? []).map(({ crm, fault, deals }) => {
        const others = deals.filter(({ id }) => id === null || !shown.has(id));
        return (
          <section key={crm} aria-busy={isBusy}>
            <h3 className="text-xs font-strong text-ink-muted">
              {t("crm.in", { crm: nameOf(crm) })}
            </h3>
            <Lines crm={crm} deals={others} command={command} onLinking={onLinking} />
            {fault === null ? null : (
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
                <p role="alert" className="min-w-0 flex-1 basis-52 text-danger">
                  {t(`crm.fault.${fault}`, {
                    crm: nameOf(crm),
                    defaultValue: t("crm.fault.other", { crm: nameOf(crm) }),
                  })}
                </p>
                <Button
                  size="small"
                  icon={RotateCw}
                  busy={isBusy && t("crm.looking")}
                  onClick={() => load(paths.callCrmDeals(callId, words))}
                >
                  {t("crm.again")}
                </Button>
              </div>
            )}
            <p role="status" className="text-xs text-ink-muted empty:hidden">
              {!isBusy && !isShort && fault === null && others.length === 0
                ? t(
                    deals.length > 0
                      ? "crm.noOther"
                      : words === ""
                        ? "crm.noneOfCall"
                        : "crm.nothing",
                    { crm: nameOf(crm) },
                  )
                : null}
            </p>
          </section>
        );
      })}
      <p role="status" className="text-xs text-ink-muted empty:hidden">
        {isShort ? t("crm.short") : isBusy ? t("crm.looking") : null}
      </p>
    </>
  );
}

type LinesProps = Pick<Props, "command" | "onLinking"> & {
  crm: string;
  deals: readonly CrmDealRef[];
};

function Lines({ crm, deals, command, onLinking }: LinesProps) {
  const { t } = useTranslation("deal");
  if (deals.length === 0) return null;
  return (
    <ul className="divide-y divide-line">
      {deals.map((deal) => (
        <li key={deal.record}>
          <DealLine deal={deal}>
            <Button
              size="small"
              aria-label={t("linkTo", { name: deal.name })}
              disabledReason={deal.mayLink ? undefined : t("notYours")}
              busy={command.isSending("link_crm_deal", `${crm},${deal.record}`) && t("linking")}
              onClick={() => {
                onLinking(deal.name);
                command.send("link_crm_deal", { crm, record: deal.record });
              }}
            >
              {t("link")}
            </Button>
          </DealLine>
        </li>
      ))}
    </ul>
  );
}
