import type { DealsTab } from "#app/core/pages/deal-settings.server.ts";
import { DealList } from "./deal-list.tsx";
import { DealSettingsPanel } from "./deal-settings-panel.tsx";
import { ImportDeals } from "./import-deals.tsx";
import { StagesPanel } from "./stages-panel.tsx";

export type DealsPanelsProps = DealsTab & { answer: unknown };

/** Deals that are entered here, and for who manages them the stages and who sees them. */
export function DealsPanels(props: DealsPanelsProps) {
  const { stageLines, settings, answer, stages } = props;
  return (
    <>
      {stageLines === null || stages.length > 0 ? null : (
        <StagesPanel stages={stageLines} open={props.open} answer={answer} />
      )}
      <DealList {...props} />
      {stages.length === 0 ? null : <ImportDeals answer={answer} />}
      {stageLines === null || stages.length === 0 ? null : (
        <StagesPanel stages={stageLines} open={props.open} answer={answer} />
      )}
      {settings === null ? null : <DealSettingsPanel settings={settings} answer={answer} />}
    </>
  );
}
