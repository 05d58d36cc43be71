import type { RecordView } from "#app/core/pages/recording-views.ts";

/** What came of one try of a stage. `tookMs` is null while it runs, and where only its end is known. */
export type LogLine = RecordView["log"][number] & { tookMs: number | null };

/**
 * The log as one line a try: its beginning and its end are one event to a reader. A line with a cause, such as why a stage
 * had to wait, stands for itself.
 * @param log by time
 */
export function logLines(log: RecordView["log"]): LogLine[] {
  const lines: LogLine[] = [];
  for (const line of log) {
    const begun = lines.findLastIndex(
      ({ stage, attempt, state, cause }) =>
        stage === line.stage && attempt === line.attempt && isOpen(state) && cause === null,
    );
    const before = lines[begun];
    if (before === undefined) lines.push({ ...line, tookMs: null });
    else {
      const tookMs =
        before.state === "running" && !isOpen(line.state)
          ? new Date(line.at).getTime() - new Date(before.at).getTime()
          : null;
      lines[begun] = { ...line, at: before.at, tookMs };
    }
  }
  return lines;
}

const isOpen = (state: string): boolean => state === "running" || state === "waiting";
