import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import type { CrmGroupView } from "#app/core/domain/crm/crm-views.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { usePlayFrom } from "#app/ui/features/player/use-play-from.ts";
import type { DealSlot } from "./blocked-actions.tsx";
import { CrmChanges } from "./crm-changes.tsx";
import { CrmFacts } from "./crm-facts.tsx";
import { useCrmText } from "./use-crm-text.ts";

/** What one call proposes to CRMs, and what became of it. Its words play in the page's own player. */
export default function CrmPanel({ callId, deal }: { callId: string; deal: DealSlot }) {
  const { t } = useCrmText();
  const { load, data, state } = useFetcher<{ groups?: CrmGroupView[] }>();
  const play = usePlayFrom();
  useEffect(() => load(paths.callCrm(callId)), [load, callId]);
  const groups = data?.groups;
  if (groups === undefined)
    return data === undefined || state === "loading" ? (
      <p role="status" className="px-4 py-3 text-sm text-ink-muted">
        {t("loading")}
      </p>
    ) : (
      <div role="alert" className="grid justify-items-start gap-2 px-4 py-3 text-sm">
        {t("failed")}
        <Button
          size="small"
          onClick={() => {
            load(paths.callCrm(callId));
          }}
        >
          {t("again")}
        </Button>
      </div>
    );
  if (groups.length === 0)
    return (
      <p className="px-4 py-3 text-sm text-ink-muted">
        {t("empty.call")} {t("empty.callWhy")}
      </p>
    );
  return (
    <div className="px-3 py-3">
      <CrmChanges
        groups={groups}
        hasCall={false}
        deal={deal}
        onPlay={({ write }) => {
          play(write.evidence[0]?.t0Ms ?? 0);
        }}
        opened={({ group, write }) => (
          <details className="text-xs">
            <summary className="w-fit cursor-pointer text-ink-muted">
              {t("details")}
              <span className="sr-only"> {write.fieldLabel}</span>
            </summary>
            <div className="mt-2">
              <CrmFacts group={group} write={write} />
            </div>
          </details>
        )}
      />
    </div>
  );
}
