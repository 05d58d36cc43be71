import type { ReactNode } from "react";
import panels from "#app/i18n/generated/en/panels.json" with { type: "json" };
import { useTranslation } from "#app/i18n/translation.tsx";
import type { PlaybackSummary } from "#app/core/pages/playback-views.ts";
import { Note } from "./parts.tsx";

const NOTES = panels.summary.note;
const isNote = (code: string): code is keyof typeof NOTES => Object.hasOwn(NOTES, code);

type Props = { summary: PlaybackSummary; reason: string | null; tools: ReactNode };

/** Which template and version made the summary and why, what is still to come, and why it is Highlights after all. */
export function RunLine({ summary, reason, tools }: Props) {
  const { t } = useTranslation("panels");
  const { template, note, isPending, model } = summary;
  return (
    <>
      <div className="mb-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-muted">
        {template === null ? null : (
          <span>
            <bdi className="font-medium text-ink-soft">{template.name}</bdi>{" "}
            {t("summary.version", { version: template.version })}
            {model === null ? null : <> · {model}</>}
            {reason === null ? null : <span className="block">{reason}</span>}
          </span>
        )}
        {tools}
      </div>
      <p role="status" className="text-xs text-ink-muted">
        {isPending ? t("summary.pending") : null}
      </p>
      {note === null ? null : (
        <Note>{isNote(note) ? t(`summary.note.${note}`) : t("summary.note.unexpected")}</Note>
      )}
    </>
  );
}
