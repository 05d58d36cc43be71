import { trackerPageForm } from "#app/core/domain/tracker/tracker.schema.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { NewForm } from "#app/ui/features/forms/new-form.tsx";
import type { TrackersTabProps } from "./dictionary-page.tsx";
import { ownersOf } from "./owners.ts";
import { previewOf } from "./preview-answer.ts";
import { PreviewButton } from "./preview-button.tsx";
import { PreviewPanel } from "./preview-panel.tsx";
import { TrackerFields } from "./tracker-fields.tsx";
import { useTrackerLabels } from "./use-tracker-labels.ts";

/** The form of a new tracker. */
export function NewTracker({ teams, can, answer }: TrackersTabProps) {
  const { t, i18n } = useTranslation("dictionary");
  const asked = previewOf(answer, null);
  const owners = ownersOf({ teams, can }, t("everybody"));
  const labels = useTrackerLabels();
  const form = useParleyForm(trackerPageForm, {
    id: "make-tracker",
    refusal: refusalOf(answer, "make_tracker", "preview_tracker"),
    defaultValue:
      asked === null
        ? {
            category: "custom",
            language: i18n.language === "ja" ? "ja" : "en",
            teamId: owners[0]?.value ?? "",
          }
        : {
            ...asked.typed,
            phrases: asked.typed.phrases.join("\n"),
            side: asked.typed.side ?? "",
            teamId: asked.typed.teamId ?? "",
          },
  });
  return (
    <NewForm
      form={form}
      labels={labels}
      intent="make_tracker"
      submit={t("tracker.make")}
      actions={<PreviewButton />}
    >
      <div className={asked === null ? "grid gap-6" : "grid gap-6 desk:grid-cols-2"}>
        <TrackerFields fields={form.fields}>
          <SelectField field={form.fields.teamId} label={t("usedBy")} options={owners} />
        </TrackerFields>
        {asked === null ? null : <PreviewPanel preview={asked.preview} />}
      </div>
    </NewForm>
  );
}
