import { useTranslation } from "#app/i18n/translation.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";

/** Asks what the form as it stands would have heard; nothing is saved. */
export function PreviewButton() {
  const { t } = useTranslation("dictionary");
  return (
    <FormButton tone="plain" name="intent" value="preview_tracker" busyText={t("preview.busy")}>
      {t("preview.ask")}
    </FormButton>
  );
}
