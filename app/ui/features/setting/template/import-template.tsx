import { useTranslation } from "#app/i18n/translation.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { ImportForm } from "../import-form.tsx";

/** A file that was exported becomes a draft; the server reads it and says what it cannot read. */
export function ImportTemplate({ answer }: { answer: unknown }) {
  const { t } = useTranslation("template");
  return (
    <Panel title={t("import.title")}>
      <p className="mb-4 max-w-prose text-sm">{t("import.note")}</p>
      <ImportForm
        id="import-template"
        answer={answer}
        intents={["import_template"]}
        texts={{ file: t("import.file"), text: t("import.text"), check: t("import.submit") }}
        accept=".json,application/json"
        rows={8}
      />
    </Panel>
  );
}
