import type { ReactNode } from "react";
import type { CrmGroupView, CrmWriteView } from "#app/core/domain/crm/crm-views.ts";
import { paths } from "#app/paths.ts";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { ActButton } from "./act-button.tsx";
import { useCrmText } from "./use-crm-text.ts";

/** The choice of a call's deal, which another slice draws. */
export type DealSlot = (asked: { callId: string; label: string }) => ReactNode;

const OF_RECORD = ["no_record", "record_gone", "not_found", "many_contacts"];
type Props = { group: CrmGroupView; write: CrmWriteView; deal: DealSlot };

/** What helps a change that cannot be proposed: another deal, the people of the call, or one more look. */
export function BlockedActions({ group, write, deal }: Props) {
  const { t } = useCrmText();
  const { fieldLabel: field, fault } = write;
  if (!write.canDecide) return null;
  const isOfRecord = fault !== null && OF_RECORD.includes(fault);
  const isOfPeople = group.object === "contact" || group.object === "company";
  return (
    <>
      {!isOfRecord ? null : isOfPeople ? (
        <TextLink to={paths.playback(group.callId, { tab: "info" })}>
          {t("people")}
          <span className="sr-only"> {field}</span>
        </TextLink>
      ) : (
        deal({ callId: group.callId, label: t("chooseDealFor", { field }) })
      )}
      <ActButton
        write={write}
        intent="recheck"
        tone="quiet"
        label={t("checkAgainOf", { field })}
        busyText={t("checking")}
      >
        {t("checkAgain")}
      </ActButton>
    </>
  );
}
