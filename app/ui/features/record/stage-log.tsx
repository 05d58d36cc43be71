import { useState } from "react";
import type { RecordView } from "#app/core/pages/recording-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { copyText } from "#app/ui/browser/clipboard.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Moment } from "#app/ui/components/primitive/moment.tsx";
import { Cell, DataTable, NameCell, Row } from "#app/ui/components/primitive/table.tsx";
import { logLines } from "./log-lines.ts";
import { RecordSection } from "./record-section.tsx";

/** Every attempt of every stage, with what it ended in. @param causeText a cause as its sentence */
export function StageLog({
  record: { log },
  causeText,
}: {
  record: RecordView;
  causeText: (cause: string) => string;
}) {
  const { t } = useTranslation("record");
  const { t: stages } = useTranslation("stages");
  const { t: common } = useTranslation("common");
  const { duration, seconds } = useFormat();
  if (log.length === 0) return null;
  return (
    <RecordSection title={t("log")}>
      <DataTable
        caption={t("log")}
        columns={[
          t("column.when"),
          t("column.step"),
          { name: t("column.try"), align: "end" },
          t("column.result"),
          { name: t("column.took"), align: "end" },
          null,
        ]}
        rows={logLines(log)}
      >
        {(line, at) => (
          <Row key={`${line.at}${at}`} density="compact">
            <NameCell>
              <Moment iso={line.at} style="exact" />
            </NameCell>
            <Cell>{stages(`name.${line.stage}`, { defaultValue: line.stage })}</Cell>
            <Cell kind="number">{line.attempt}</Cell>
            <Cell>
              {common(`stageState.${line.state}`, { defaultValue: line.state })}
              {line.cause === null ? null : `: ${causeText(line.cause)}`}
            </Cell>
            <Cell kind="number">
              {line.tookMs === null
                ? null
                : line.tookMs < 10_000
                  ? seconds(line.tookMs)
                  : duration(line.tookMs)}
            </Cell>
            <Cell>{line.detail === null ? null : <CopyButton text={line.detail} />}</Cell>
          </Row>
        )}
      </DataTable>
    </RecordSection>
  );
}

function CopyButton({ text }: { text: string }) {
  const { t } = useTranslation("common");
  const [isCopied, setCopied] = useState(false);
  return (
    <Button
      size="small"
      tone="quiet"
      onClick={() => {
        void copyText(text).then(setCopied);
      }}
    >
      {isCopied ? t("copied") : t("copyDetails")}
    </Button>
  );
}
