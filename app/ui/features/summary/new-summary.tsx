import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { SummaryChoices } from "#app/core/domain/summary/summary-views.ts";
import type { PlaybackSummary } from "#app/core/pages/playback-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Dialog } from "#app/ui/components/primitive/dialog.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";

type Props = { callId: string; summary: PlaybackSummary; onClose: () => void };

/** Summarises the call anew by a template and version that are chosen here. Open as long as it is there. */
export default function NewSummary({ callId, summary, onClose }: Props) {
  const { t } = useTranslation("runs");
  const { load, data: choices } = useFetcher<SummaryChoices>();
  const { Form, state, data: answer } = useFetcher<{ ok?: boolean }>();
  useEffect(() => load(paths.callSummaryChoices(callId)), [load, callId]);
  const isDone = answer?.ok === true && state === "idle";
  useEffect(() => {
    if (isDone) onClose();
  }, [isDone, onClose]);
  return (
    <Dialog
      title={t("changeTitle")}
      effect={t("changeNote")}
      size="form"
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      {choices === undefined ? (
        <p role="status" className="text-sm text-ink-muted">
          {t("loading")}
        </p>
      ) : (
        <Form method="post" className="grid gap-4">
          <Fields choices={choices} applied={summary.template} />
          {answer !== undefined && answer.ok !== true ? (
            <p role="alert" className="text-sm text-danger">
              {t("failed")}
            </p>
          ) : null}
          <div className="flex justify-end gap-2">
            <Button tone="quiet" onClick={onClose}>
              {t("cancel")}
            </Button>
            <Button
              type="submit"
              tone="primary"
              name="intent"
              value="regenerate_summary"
              busy={state !== "idle" && t("making")}
            >
              {t("make")}
            </Button>
          </div>
        </Form>
      )}
    </Dialog>
  );
}

function Fields({
  choices: { templates },
  applied,
}: {
  choices: SummaryChoices;
  applied: PlaybackSummary["template"];
}) {
  const { t } = useTranslation("runs");
  const [chosen, setChosen] = useState(String(applied?.id ?? templates[0]?.id ?? ""));
  const template = templates.find(({ id }) => String(id) === chosen) ?? templates[0];
  const versions = template?.versions ?? [];
  return (
    <>
      <label className="grid gap-1 text-sm font-medium">
        {t("template")}
        <Select
          name="templateId"
          value={String(template?.id ?? "")}
          onChange={(event) => setChosen(event.currentTarget.value)}
          options={templates.map(({ id, name, isBuiltIn }) => ({
            value: String(id),
            label: isBuiltIn ? t("builtIn", { name }) : name,
          }))}
        />
      </label>
      <label className="grid gap-1 text-sm font-medium">
        {t("version")}
        <Select
          key={chosen}
          name="templateVersion"
          defaultValue=""
          options={[
            { value: "", label: t("newest") },
            ...versions.map((number) => ({ value: String(number), label: String(number) })),
          ]}
        />
      </label>
      <label className="grid gap-1 text-sm font-medium">
        {t("language")}
        <Select
          name="outputLanguage"
          defaultValue=""
          options={[
            { value: "", label: t("asTemplate") },
            { value: "en", label: t("en") },
            { value: "ja", label: t("ja") },
          ]}
        />
        <span className="text-xs font-normal text-ink-muted">{t("languageNote")}</span>
      </label>
    </>
  );
}
