import type { ListColumn } from "#app/core/domain/account/list-settings.ts";
import type { RecordingRow } from "#app/core/pages/recordings-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { SampleTag } from "#app/ui/components/primitive/sample-tag.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";
import { RowAction, RowState } from "./row-state.tsx";

/** What is special about a call. */
export function RowEnd({ row }: { row: RecordingRow }) {
  const { t } = useTranslation("recordings");
  return (
    <span className="flex items-center justify-end gap-1.5 empty:hidden max-desk:flex-wrap max-desk:justify-start">
      {row.isSample ? <SampleTag /> : null}
      {row.isImported ? <Tag>{t("imported")}</Tag> : null}
      {row.isPartial ? <Tag tone="warn">{t("partial")}</Tag> : null}
      {row.visibility === "private" ? <Tag>{t("private")}</Tag> : null}
    </span>
  );
}

/** What a call waits for is said, and can be done, even where the column for it is not shown. */
export const HiddenState = ({
  row,
  columns,
}: {
  row: RecordingRow;
  columns: readonly ListColumn[];
}) =>
  columns.includes("strip") ? null : (
    <span className="block text-xs font-normal">
      {row.recordingState === "ready" ? null : <RowState row={row} />}
      <RowAction row={row} uploadTo={`${paths.recordings()}?upload=1`} />
    </span>
  );
