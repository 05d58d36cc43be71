import { changeTrackerPageForm } from "#app/core/domain/tracker/tracker.schema.ts";
import type { TrackerLine } from "#app/core/domain/tracker/tracker-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { CheckboxField } from "#app/ui/components/form/checkbox-field.tsx";
import { EditForm } from "#app/ui/features/forms/edit-form.tsx";
import { useRowForm } from "#app/ui/features/forms/use-row-form.ts";
import type { TrackersTabProps } from "./dictionary-page.tsx";
import { previewOf } from "./preview-answer.ts";
import { PreviewButton } from "./preview-button.tsx";
import { PreviewPanel } from "./preview-panel.tsx";
import { TrackerFields } from "./tracker-fields.tsx";
import { useTrackerLabels } from "./use-tracker-labels.ts";

type Props = TrackersTabProps & { tracker: TrackerLine };

/** The form of one tracker: what it looks for, saved as the next version. */
export function EditTracker({ tracker, isArchive, pastCalls, answer }: Props) {
  const { t } = useTranslation("dictionary");
  const labels = useTrackerLabels();
  const { name, side, category, language, number, phrases } = tracker;
  const asked = previewOf(answer, tracker.id);
  // What was asked about stays in the fields.
  const typed = asked?.typed ?? tracker;
  const form = useRowForm(changeTrackerPageForm, {
    row: tracker,
    field: "trackerId",
    intents: ["change_tracker", "preview_tracker"],
    answer,
    defaultValue: {
      name: typed.name,
      phrases: typed.phrases.join("\n"),
      side: typed.side ?? "",
      ...{ category: typed.category, language: typed.language },
    },
  });
  const value = (field: "name" | "side" | "category" | "language", text: string, shown = text) => ({
    ...{ name: field, label: labels[field], value: text, shown },
  });
  return (
    <EditForm
      form={form}
      row={tracker}
      field="trackerId"
      values={[
        value("name", name),
        {
          ...{ name: "phrases", label: labels.phrases, value: phrases.join("\n") },
          shown: phrases.join(", "),
        },
        value("side", side ?? "", t(`side.${side ?? "any"}`)),
        value("category", category, t(`category.${category}`)),
        value("language", language, t(`language.${language}`)),
      ]}
      labels={labels}
      save={{
        ...{ intent: "change_tracker", tone: "primary" },
        text: t("tracker.save", { n: number + 1 }),
      }}
      other={{
        intent: isArchive ? "restore_tracker" : "archive_tracker",
        tone: "plain",
        text: t(isArchive ? "restore" : "archive"),
        label: t(isArchive ? "restoreOf" : "archiveOf", { name }),
      }}
      closeTo={paths.dictionary({ archived: isArchive ? 1 : null })}
      note={t("tracker.saveNote", { n: number })}
      actions={<PreviewButton />}
    >
      <div className={asked === null ? "grid gap-6" : "grid gap-6 desk:grid-cols-2"}>
        <TrackerFields fields={form.fields} inUse={phrases}>
          <div className="grid content-start gap-[5px]">
            <span className="text-sm font-medium">{t("usedBy")}</span>
            <span className="py-2">{tracker.team?.name ?? t("everybody")}</span>
          </div>
        </TrackerFields>
        {asked === null ? null : <PreviewPanel preview={asked.preview} />}
      </div>
      {pastCalls === 0 || isArchive ? null : (
        <CheckboxField
          field={form.fields.runPast}
          label={t("tracker.runPast", { count: pastCalls })}
        />
      )}
    </EditForm>
  );
}
